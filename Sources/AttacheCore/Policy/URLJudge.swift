/// Judges a URL by everything that needs no socket: its form, the device's App Transport Security, network and types, the
/// operator's ports, hosts and addresses.
///
/// The policy stage and `attache check` both ask it, so that they cannot disagree.
package struct URLJudge: Sendable {
    /// The longest URL that is looked at, in bytes.
    package static let byteLimit = URLParser.byteLimit

    /// The rules that every hop is judged by.
    package let hops: HopRules
    /// The rules for addresses and TLS sessions.
    package let connections: ConnectionRules
    private let types: TypeJudge
    /// What is to be said of the dictionary itself, whatever the URL.
    private let dictionaryReasons: [Reason]
    private let rules: NetworkRules
    private let network: Network
    private let link: LinkMode
    private let canonicalizer: any HostCanonicalizing

    /// Creates a judge.
    ///
    /// - Parameters:
    ///   - policy: How the receiving app behaves.
    ///   - network: The receiving device's network.
    ///   - egress: What this machine may connect to.
    ///   - canonicalizer: Reads host names.
    ///   - link: What is done with the network's speed.
    package init(
        policy: Policy,
        network: Network,
        egress: EgressPolicy,
        canonicalizer: any HostCanonicalizing,
        link: LinkMode
    ) {
        let ats = ATSEvaluator(policy.ats)
        hops = HopRules(egress: egress, ats: ats)
        connections = ConnectionRules(egress: egress, ats: ats)
        types = TypeJudge(policy: policy)
        dictionaryReasons = policy.ats.reasons
        rules = policy.network
        self.network = network
        self.link = link
        self.canonicalizer = canonicalizer
    }

    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - text: The URL as written, or the first `byteLimit` bytes of a longer one.
    ///   - byteCount: The length of the whole URL in bytes, where `text` is only its beginning.
    /// - Returns: The URL in its normalised form, and everything that is to be said of it.
    package func judge(_ text: [UInt8], byteCount: Int? = nil) -> URLJudgement {
        let written: MediaURL
        do throws(Reason) {
            written = try MediaURL(parsing: text, byteCount: byteCount ?? text.count, canonicalizer: canonicalizer)
        } catch {
            return URLJudgement(url: nil, findings: [error])
        }
        let url = hops.loaded(written)
        var findings = hops.deviceReasons(url)
        findings += networkRefusals(url)
        if let refusal = types.refusal(beforeLoading: url) { findings.append(refusal) }
        findings += hops.operatorReasons(url)
        if url != written { findings.append(Self.upgraded(url)) }
        findings += dictionaryReasons
        return URLJudgement(url: url, findings: findings)
    }

    private static func upgraded(_ url: MediaURL) -> Reason {
        Reason(.atsUpgraded, "\(url.host) is loaded by https: its top-level domain is on the preloaded HSTS list.")
    }

    private func networkRefusals(_ url: MediaURL) -> [Reason] {
        // Only rules for mobile networks look at the name.
        let name = network.kind == .cellular ? url.pathExtension : nil
        let refusals = rules.refusals(
            on: network,
            kindOfExtension: name.flatMap { MediaFormat.named(byExtension: $0) }?.kind,
            hasExtension: name != nil
        )
        guard link != .off, let lost = DeviceLinkRule.refusal(on: network) else { return refusals }
        return refusals + [lost]
    }
}

/// What can be said of a URL without a socket.
package struct URLJudgement: Sendable, Equatable {
    /// The URL in its normalised form, or `nil` when its form is unusable.
    package let url: MediaURL?
    /// Every finding: what blocks before what only is worth knowing, and in each the device's before the operator's.
    package let reasons: [Reason]
    /// Whether nothing stands against loading it.
    package let isPermitted: Bool

    /// Creates a judgement.
    ///
    /// - Parameters:
    ///   - url: The URL in its normalised form, or `nil` when its form is unusable.
    ///   - findings: Every finding, the device's before the operator's.
    package init(url: MediaURL?, findings: [Reason]) {
        self.url = url
        isPermitted = url != nil && !findings.contains { $0.severity == .block }
        // What blocks comes first, in its order; the rest stays worth knowing.
        reasons =
            isPermitted || findings.count < 2
            ? findings
            : findings.filter { $0.severity == .block } + findings.filter { $0.severity != .block }
    }
}
