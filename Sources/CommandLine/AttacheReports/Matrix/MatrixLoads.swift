import AttacheCore

/// How the load of one media file ends on each network, judged once for all policies with the same rules for URLs.
struct MatrixLoads {
    /// The loads under one set of rules, in the order of the networks.
    private struct Known {
        let ats: ATSDictionary
        let rules: NetworkRules
        let loads: [DeviceMedium]
    }

    private let medium: DeviceMatrix.Medium
    private let networks: [Network]
    private let canonicalizer: any HostCanonicalizing
    private var known: [Known] = []

    init(_ medium: DeviceMatrix.Medium, _ networks: [Network], _ canonicalizer: any HostCanonicalizing) {
        self.medium = medium
        self.networks = networks
        self.canonicalizer = canonicalizer
    }

    /// The loads under a policy, in the order of the networks; their references state no type.
    mutating func loads(under policy: Policy) -> [DeviceMedium] {
        // What the policy says about types is the prediction's own judgement.
        if let same = known.first(where: { $0.ats == policy.ats && $0.rules == policy.network }) { return same.loads }
        let loads = networks.map { load(policy, $0) }
        known.append(Known(ats: policy.ats, rules: policy.network, loads: loads))
        return loads
    }

    private func load(_ policy: Policy, _ network: Network) -> DeviceMedium {
        let judge = URLJudge(
            policy: policy,
            network: network,
            // What this machine may load says nothing about the device.
            egress: EgressPolicy(),
            canonicalizer: canonicalizer,
            link: .model
        )
        let judgement = judge.judge(Array(medium.url.utf8))
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
        return DeviceMedium(
            MediaReference(text: medium.url, location: "$"),
            facts: medium.facts,
            time: time,
            refusals: refusals,
            hasShorterTimeout: medium.hasShorterTimeout
        )
    }
}

/// The type that a vendor's sender states beside the URL.
enum StatedType {
    /// The format that a URL names; `nil` for one without a known extension.
    static func format(of url: String) -> MediaFormat? {
        DeviceURL(url)?.pathExtension.flatMap { MediaFormat.named(byExtension: $0.lowercased()) }
    }

    /// Returns the text that the extension expects for a format; `nil` for a dialect without such a key.
    static func text(for format: MediaFormat, under policy: Policy) -> String? {
        guard let rules = policy.device, policy.payload.media.contains(where: { $0.type != nil }) else { return nil }
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
