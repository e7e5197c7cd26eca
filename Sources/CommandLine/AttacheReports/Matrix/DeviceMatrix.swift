package import AttacheCore

/// What every vendor's extension makes of one media file, on every network and iOS release, after one download.
///
/// Each dialect is given the URL under its own key with the keys that it requires, as its sender would send it.
package struct DeviceMatrix: Sendable {
    /// What is known of the media file after one download.
    package struct Medium: Sendable {
        package let url: String
        /// The response; `nil` without one.
        package var facts: ResponseFacts?
        /// The times of the download.
        package var timing = TransferTiming()
        /// The findings of the download itself that would be the device's too.
        package var refusals: [Reason] = []
        /// Whether the download had less time than an extension has.
        package var hasShorterTimeout = false
        /// Why the media file was not loaded, in one sentence; `nil` if it was.
        package var problem: String?

        package init(
            url: String,
            facts: ResponseFacts? = nil,
            timing: TransferTiming = TransferTiming(),
            refusals: [Reason] = []
        ) {
            self.url = url
            self.facts = facts
            self.timing = timing
            self.refusals = refusals
        }
    }

    /// The prediction for one dialect, network and release.
    package struct Cell: Sendable {
        package let network: String
        package let system: DeviceSystem
        package let verdict: DeviceVerdict
        /// Why the extension drops a file that was loaded, as `explain` says it; `nil` where it does not.
        package let reason: Reason?
    }

    /// The predictions for one dialect.
    package struct Row: Sendable {
        package let dialect: String
        package let vendor: String
        package let cells: [Cell]

        package func cell(_ network: String, _ system: DeviceSystem) -> Cell? {
            cells.first { $0.network == network && $0.system == system }
        }

        /// Whether the releases differ on any network.
        package var differsBySystem: Bool {
            cells.contains { $0.verdict.shown != cell($0.network, .ios17)?.verdict.shown }
        }
    }

    package let medium: Medium
    package let rows: [Row]
    /// Networks on which every dialect does the same, in the order of the first.
    package let columns: [[String]]

    /// Predicts all cells; nothing is loaded.
    package init(
        _ medium: Medium,
        policies: [Policy],
        networks: [Network],
        ats: ATSDictionary?,
        canonicalizer: any HostCanonicalizing
    ) {
        self.medium = medium
        // The texts of a payload take no part in what is attached.
        guard let payload = try? JSONDocument(parsing: Array(#"{"aps":{"alert":"Hello"}}"#.utf8)) else {
            preconditionFailure("a literal is a document")
        }
        var loads = MatrixLoads(medium, networks, canonicalizer)
        let isSame = DeviceURL.isReadable(medium.url, on: .ios16)
        let url = DeviceURL(medium.url)
        let format = medium.facts?.format ?? StatedType.format(of: medium.url)
        rows = policies.compactMap { policy in
            guard let rules = policy.device else { return nil }
            var policy = policy
            if let ats { policy.ats = ats.withReadings(of: policy.ats) }
            let reference = MediaReference(
                text: medium.url,
                location: "$",
                typeHint: format.flatMap { StatedType.text(for: $0, under: policy) }
            )
            let cells = zip(networks, loads.loads(under: policy)).flatMap { network, load in
                var load = load
                load.reference = reference
                load.url = url
                return Self.cells(payload, load, policy, network, format: medium.facts?.format, isSame: isSame)
            }
            return Row(dialect: policy.name, vendor: rules.vendor, cells: cells)
        }
        columns = Self.columns(rows, networks.map(\.name))
    }

    /// The predictions for all releases, which differ only in the texts that they read as a URL; `isSame` says whether
    /// all read this one.
    private static func cells(
        _ payload: JSONDocument,
        _ load: DeviceMedium,
        _ policy: Policy,
        _ network: Network,
        format: MediaFormat?,
        isSame: Bool
    ) -> [Cell] {
        var known: DeviceVerdict?
        return DeviceSystem.allCases.compactMap { system in
            // The URL is read for the newest release already.
            let reader = isSame ? DeviceSystem.ios17 : system
            let verdict =
                (isSame ? known : nil)
                ?? DevicePredictor(policy: policy, network: network, system: reader)?.predict(payload, media: [load])
            known = verdict
            return verdict.map {
                Cell(
                    network: network.name,
                    system: system,
                    verdict: $0,
                    reason: reason($0, load, format, network, policy)
                )
            }
        }
    }

    private static func reason(
        _ verdict: DeviceVerdict,
        _ load: DeviceMedium,
        _ format: MediaFormat?,
        _ network: Network,
        _ policy: Policy
    ) -> Reason? {
        guard let shown = verdict.shown, shown != .media, let item = verdict.decisive, let rules = policy.device else {
            return nil
        }
        // The network itself is too slow for any extension; one that waits less long has a reason of its own.
        if item.error == .url(-1001), let late = DeviceLinkRule.refusal(ofDeviceTime: load.time, on: network) {
            return late
        }
        let reason = DeviceReason.dropped(item, of: load, by: rules, format, policy)
        // What kept the file from being loaded is in the notes.
        return reason.code == .deviceNotLoaded ? nil : reason
    }

    private static func columns(_ rows: [Row], _ networks: [String]) -> [[String]] {
        var groups: [(signature: [String], names: [String])] = []
        for network in networks {
            let signature = rows.flatMap { row in
                row.cells.lazy.filter { $0.network == network }.map { DeviceWords.word($0.verdict) }
            }
            if let index = groups.firstIndex(where: { $0.signature == signature }) {
                groups[index].names.append(network)
            } else {
                groups.append((signature, [network]))
            }
        }
        return groups.map(\.names)
    }
}
