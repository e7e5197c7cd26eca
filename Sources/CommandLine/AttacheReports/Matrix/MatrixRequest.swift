package import AttacheCore

/// What a matrix is asked for: the media file of an input, and the dialects of its rows.
package enum MatrixRequest {
    /// The policy that the media file is loaded under: it reads one plain key, and its extension checks nothing.
    private static let loader = "fcm"
    /// The network of the download; its limits say nothing about those in the table.
    private static let network = "wifi"

    /// The media file of an input.
    package enum Subject: Sendable {
        case url(String)
        /// The input is not a deliverable push.
        case rejected([Reason])
        /// The input names no media file under a known key.
        case noMedium(Reason)
    }

    /// Finds the first media URL of a payload, whichever policy reads it.
    ///
    /// - Parameters:
    ///   - item: A payload, an envelope or a request to a push service.
    ///   - policy: The only policy whose keys count; `auto` for all.
    ///   - policies: The known policies.
    /// - Returns: The URL, or why there is none.
    package static func subject(of item: InputItem, policy: String, among policies: PolicySet) -> Subject {
        let root: JSONValue
        switch PayloadReader().read(item) {
        case .success(let notification): root = notification.payload.root
        case .failure(let rejected): return .rejected(rejected.reasons)
        }
        let readers =
            policy == EvaluationContextResolver.automatic
            ? policies.policies : [policies[policy]].compactMap(\.self)
        let places = readers.flatMap { reader in reader.payload.media.map { (reader.payload, $0) } }
        // A path that the caller names comes before those of vendors, and of these one that its extension reads in this
        // payload.
        let read = places.filter { $0.hasEvidence(in: root) && $1.isRead(in: root) }.map(\.1.url)
        for path in policies.ownMediaPaths + read + places.map(\.1.url) {
            let texts = path.matches(in: root).lazy.compactMap(\.value.string)
            if let text = texts.first(where: { !$0.isEmpty }) { return .url(text) }
        }
        return .noMedium(
            Reason(
                .gateNoMedia,
                "The payload names no media file under a key that a known extension reads.",
                fix: "Give the URL of the media file, or the path of your own key with the policy apple."
            )
        )
    }

    /// The terms of the download: each dialect judges the name in the URL itself.
    package static func terms(_ asked: RequestOverrides = RequestOverrides()) -> RequestOverrides {
        var terms = asked
        terms.network = network
        terms.ignoresName = true
        return terms
    }

    /// Returns the payload that loads a media file.
    package static func item(loading url: String, among policies: PolicySet, at arrival: ContinuousClock.Instant)
        -> InputItem?
    {
        MediumPayload.bytes(of: url, policy: loader, among: policies).map {
            InputItem(source: "medium", content: .bytes($0), arrival: arrival)
        }
    }

    /// Chooses the policies of the rows; lists of names are separated by commas.
    ///
    /// - Parameters:
    ///   - only: The dialects to keep; empty for all.
    ///   - not: The dialects to leave out.
    ///   - policies: The known policies.
    /// - Returns: The policies with device rules, in the order of the set.
    /// - Throws: A problem for each of the first eight unknown names, or for no row.
    package static func rows(
        only: [String],
        not: [String],
        among policies: PolicySet
    ) throws(ConfigurationError) -> [Policy] {
        let known = policies.policies.filter(\.isVendor)
        let (wanted, unwanted) = (names(only), names(not))
        let all = known.map(\.name)
        let unknown = (wanted + unwanted).filter { !all.contains($0) }
        guard unknown.isEmpty else {
            throw ConfigurationError(problems: unknown.prefix(8).map { problem($0, all, policies) })
        }
        let rows = known.filter { wanted.isEmpty || wanted.contains($0.name) }.filter { !unwanted.contains($0.name) }
        guard !rows.isEmpty else {
            throw ConfigurationError(problems: ["\"only\" and \"not\" leave no policy; name at least one."])
        }
        return rows
    }

    /// The names in lists that are separated by commas; blanks do not count.
    package static func names(_ lists: [String]) -> [String] {
        lists.flatMap { $0.split(separator: ",").map { String($0.filter { $0 != " " }) } }.filter { !$0.isEmpty }
    }

    private static func problem(_ name: String, _ all: [String], _ policies: PolicySet) -> String {
        guard policies[name] == nil else {
            return "The policy \"\(name)\" cannot be compared: its file does not say what the device does; use another."
        }
        return policies.sentence(onUnknown: name, among: all)
    }
}

extension DeviceMatrix.Medium {
    /// Takes what a download showed.
    package init(url: String, _ result: RewriteResult) {
        self.init(
            url: url,
            facts: result.responses.first ?? nil,
            timing: result.timing.transfer,
            refusals: result.reasons.filter { reason in
                reason.severity == .block && ["fetch", "ats"].contains(String(reason.code.stage))
            }
        )
        hasShorterTimeout = result.hasShorterTimeout
        let isRefusedHere = result.reasons.contains { $0.severity == .block && $0.code.stage == "egress" }
        let isCutHere = hasShorterTimeout && result.reasons.contains { $0.code == .fetchDeadline }
        if isRefusedHere || isCutHere || facts == nil { problem = result.headline?.message }
    }
}
