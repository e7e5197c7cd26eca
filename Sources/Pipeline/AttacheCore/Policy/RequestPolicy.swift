/// The policy stage: checks whether the device and this machine may load a URL.
package struct RequestPolicy: Sendable {
    private let egress: EgressPolicy
    private let canonicalizer: any HostCanonicalizing
    private let link: LinkMode
    private let repairs: RepairRules?

    package init(
        egress: EgressPolicy,
        canonicalizer: any HostCanonicalizing,
        link: LinkMode,
        repairs: RepairRules? = nil
    ) {
        self.egress = egress
        self.canonicalizer = canonicalizer
        self.link = link
        self.repairs = repairs
    }

    /// Checks a media reference by every rule that needs no socket.
    package func permit(
        _ reference: MediaReference,
        under context: EvaluationContext
    ) -> Result<DownloadRequest, RequestRefusal> {
        let judge = URLJudge(
            policy: context.policy,
            network: context.network,
            egress: egress,
            canonicalizer: canonicalizer,
            link: link,
            repairs: repairs
        )
        let judgement = judge.judge(Array(reference.text.utf8))
        guard judgement.isPermitted, let url = judgement.url else {
            return .failure(RequestRefusal(reasons: judgement.reasons))
        }
        return .success(
            DownloadRequest(
                reference: reference,
                context: context,
                url: url,
                hops: judge.hops,
                connections: judge.connections,
                throttle: throttle(url, on: context.network),
                notes: judgement.reasons
            )
        )
    }

    /// Returns the time that the receiving device would need for a download of `byteCount` body bytes, and a refusal
    /// when it exceeds the time limit of the extension; both are `nil` unless `link` is `.model`.
    package func device(
        for transfer: TransferTiming,
        lookupCount: Int,
        byteCount: Int,
        under context: EvaluationContext
    ) -> (time: Duration?, refusal: Reason?) {
        guard link == .model else { return (nil, nil) }
        let time = context.network.link.deviceTime(for: transfer, byteCount: byteCount, lookupCount: lookupCount)
        // An extension may give up before iOS stops it.
        let limit = min(DeviceLinkRule.expiryWarning, context.policy.fetch.timeout)
        return (time, DeviceLinkRule.refusal(ofDeviceTime: time, on: context.network, limit: limit))
    }

    private func throttle(_ url: MediaURL, on network: Network) -> LinkThrottle? {
        guard link == .throttle else { return nil }
        let isNamed = if case .name = url.host { true } else { false }
        return LinkThrottle(emulating: network.link, isTLS: url.scheme == .https, isNamed: isNamed)
    }
}

/// A permitted media URL and the parameters of its download.
package struct DownloadRequest: Sendable {
    package var reference: MediaReference
    package var context: EvaluationContext
    package var url: MediaURL
    /// URL checks for further hops.
    package var hops: HopRules
    /// Checks of addresses and TLS sessions.
    package var connections: any ConnectionJudging
    /// The link to imitate on the real transfer, or `nil`.
    package var throttle: LinkThrottle?
    /// Warnings and notes on the URL.
    package var notes: [Reason] = []
}

/// A URL that may not be loaded.
package struct RequestRefusal: Error, Equatable {
    /// Why, the device's reasons before the operator's; never empty.
    package var reasons: [Reason]
}

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
    private let repairs: RepairRules?

    package init(
        policy: Policy,
        network: Network,
        egress: EgressPolicy,
        canonicalizer: any HostCanonicalizing,
        link: LinkMode,
        repairs: RepairRules? = nil
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
        self.repairs = repairs
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
        // Repairs depend on the bytes: a name alone refuses nothing then.
        if repairs == nil, let refusal = types.refusal(beforeLoading: url) { findings.append(refusal) }
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
