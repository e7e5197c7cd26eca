/// Checks a URL without a socket: its form, App Transport Security, the device's network and types, and the egress
/// policy. The policy stage and `attache check` share it, so that their results agree.
package struct URLJudge: Sendable {
    /// Maximum URL length in bytes.
    package static let byteLimit = URLParser.byteLimit

    /// Rules for the URL of every hop.
    package let hops: HopRules
    /// Rules for addresses and TLS sessions.
    package let connections: ConnectionRules
    private let types: TypeJudge
    /// Findings about the ATS dictionary itself, independent of the URL.
    private let dictionaryReasons: [Reason]
    private let rules: NetworkRules
    private let network: Network
    private let link: LinkMode
    private let canonicalizer: any HostCanonicalizing

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

    /// Checks a URL; for one longer than `byteLimit`, `text` is its first `byteLimit` bytes and `byteCount` its full
    /// length.
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
        Reason(.atsUpgraded, "\(url.host) is loaded over https: its top-level domain is on the preloaded HSTS list.")
    }

    private func networkRefusals(_ url: MediaURL) -> [Reason] {
        // Only the cellular rules use the extension.
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

/// Result of checking a URL without a socket.
package struct URLJudgement: Sendable, Equatable {
    /// The normalised URL, or `nil` when it is malformed.
    package let url: MediaURL?
    /// Every finding: blocking ones first, and in each group the device's before the operator's.
    package let reasons: [Reason]
    /// Whether the URL may be loaded.
    package let isPermitted: Bool

    /// Creates a result from findings that list the device's before the operator's.
    package init(url: MediaURL?, findings: [Reason]) {
        self.url = url
        isPermitted = url != nil && !findings.contains { $0.severity == .block }
        // Blocking findings first; both groups keep their order.
        reasons =
            isPermitted || findings.count < 2
            ? findings
            : findings.filter { $0.severity == .block } + findings.filter { $0.severity != .block }
    }
}
