import AttacheCore

/// What every vendor's extension makes of one medium, on every network and iOS release, after one download.
///
/// Each dialect is given the URL under its own key with the keys that it requires, as its sender would send it.
struct DeviceMatrix: Sendable {
    /// What is known of the medium after one download.
    struct Medium: Sendable {
        let url: String
        /// The response; `nil` without one.
        var facts: ResponseFacts?
        /// The times of the download.
        var timing = TransferTiming()
        /// The findings of the download itself that would be the device's too.
        var refusals: [Reason] = []
    }

    /// The prediction for one dialect, network and release.
    struct Cell: Sendable {
        let network: String
        let system: DeviceSystem
        let verdict: DeviceVerdict
    }

    /// The predictions for one dialect.
    struct Row: Sendable {
        let dialect: String
        let vendor: String
        let cells: [Cell]

        func cell(_ network: String, _ system: DeviceSystem) -> Cell? {
            cells.first { $0.network == network && $0.system == system }
        }

        /// Whether the releases differ on any network.
        var differsBySystem: Bool {
            cells.contains { $0.verdict.shown != cell($0.network, .ios17)?.verdict.shown }
        }
    }

    let medium: Medium
    let networks: [String]
    let rows: [Row]

    /// Predicts all cells; nothing is loaded.
    init(
        _ medium: Medium,
        policies: [Policy],
        networks: [Network],
        ats: ATSDictionary?,
        canonicalizer: any HostCanonicalizing
    ) {
        self.medium = medium
        self.networks = networks.map(\.name)
        // The texts of a payload take no part in what is attached.
        guard let payload = try? JSONDocument(parsing: Array(#"{"aps":{"alert":"Hello"}}"#.utf8)) else {
            preconditionFailure("a literal is a document")
        }
        rows = policies.compactMap { policy in
            guard let rules = policy.device?.rules else { return nil }
            var policy = policy
            if let ats { policy.ats = ats.withReadings(of: policy.ats) }
            let reference = MediaReference(
                text: medium.url,
                location: "$",
                typeHint: StatedType.text(for: medium, under: policy, rules)
            )
            let cells = networks.flatMap { network in
                let load = Self.load(reference, medium, policy, network, canonicalizer)
                return DeviceSystem.allCases.compactMap { system -> Cell? in
                    let predictor = DevicePredictor(policy: policy, network: network, system: system)
                    return predictor.map {
                        Cell(network: network.name, system: system, verdict: $0.predict(payload, media: [load]))
                    }
                }
            }
            return Row(dialect: policy.name, vendor: rules.vendor, cells: cells)
        }
    }

    /// How the load of the medium ends under a policy on a network.
    private static func load(
        _ reference: MediaReference,
        _ medium: Medium,
        _ policy: Policy,
        _ network: Network,
        _ canonicalizer: any HostCanonicalizing
    ) -> DeviceMedium {
        let judge = URLJudge(
            policy: policy,
            network: network,
            // What this machine may load says nothing about the device.
            egress: EgressPolicy(),
            canonicalizer: canonicalizer,
            link: .model
        )
        let judgement = judge.judge(Array(reference.text.utf8))
        var refusals = judgement.reasons + medium.refusals
        var time: Duration?
        if let facts = medium.facts {
            let isNamed = if case .name? = judgement.url?.host { true } else { false }
            time = network.link.deviceTime(
                for: medium.timing,
                byteCount: max(facts.byteCount, facts.declaredLength ?? 0),
                lookupCount: isNamed ? 1 : 0
            )
            if let late = DeviceLinkRule.refusal(ofDeviceTime: time, on: network) { refusals.append(late) }
        }
        return DeviceMedium(reference, facts: medium.facts, time: time, refusals: refusals)
    }
}

/// The type that a vendor's sender states beside the URL.
private enum StatedType {
    /// Returns the text that the extension expects for the medium; `nil` for a dialect without such a key.
    static func text(for medium: DeviceMatrix.Medium, under policy: Policy, _ rules: DeviceRules) -> String? {
        guard policy.payload.media.contains(where: { $0.type != nil }) else { return nil }
        let path = medium.url.prefix { $0 != "?" && $0 != "#" }
        let name = path.split(separator: "/").last.flatMap { $0.split(separator: ".").last }.map { $0.lowercased() }
        guard let format = medium.facts?.format ?? name.flatMap({ MediaFormat.named(byExtension: $0) }) else {
            return nil
        }
        let names = [format.preferredExtension] + format.extensions
        for rule in rules.naming {
            switch rule {
            case .payloadType: return format.preferredExtension
            case .hintPayloadType, .hintPayloadIdentifier:
                // Beside a name of the response the hint is an option of the sender.
                return rules.naming.contains(.suggestedName) ? nil : format.typeIdentifier
            case .payloadValue, .hintPayloadValue:
                let keys = rules.values.keys.sorted()
                return keys.first { names.contains($0) } ?? keys.first { $0 == format.kind?.rawValue }
                    ?? keys.first {
                        names.contains(rules.values[$0] ?? "") || rules.values[$0] == format.typeIdentifier
                    }
            default: continue
            }
        }
        return nil
    }
}

extension DeviceMatrix {
    /// Networks on which every dialect does the same, in the order of the first.
    var groups: [[String]] {
        var groups: [(signature: [String], names: [String])] = []
        for network in networks {
            let signature = rows.flatMap { row in
                DeviceSystem.allCases.map { row.cell(network, $0)?.verdict.word ?? "" }
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

extension DeviceVerdict {
    /// One word for a table: what the user sees.
    var word: String {
        switch shown {
        case .media: "media"
        case .plain: "plain"
        case .original: delay ?? .zero >= .seconds(30) ? "as sent, 30 s" : "as sent"
        case .changedText: "text"
        case .errorPicture: "error picture"
        case .nothing: "empty"
        case nil: "unknown"
        }
    }

    /// The reasons in sentences, those of the medium first.
    var sentences: [String] {
        var sentences: [String] = []
        if let medium = decisive {
            if let name = medium.printedName { sentences.append("The file is named \(name).") }
            if let hint = medium.typeHint { sentences.append("The type hint is \(hint).") }
            if let error = medium.error { sentences.append("iOS reports \(error.domain) \(error.code).") }
            sentences += medium.notes.map(\.message)
        }
        return sentences + notes.map(\.message)
    }
}
