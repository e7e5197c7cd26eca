/// The policy stage: checks whether the device and this machine may load a URL.
package struct RequestPolicy: Sendable {
    private let egress: EgressPolicy
    private let canonicalizer: any HostCanonicalizing
    private let link: LinkMode

    package init(egress: EgressPolicy, canonicalizer: any HostCanonicalizing, link: LinkMode) {
        self.egress = egress
        self.canonicalizer = canonicalizer
        self.link = link
    }

    /// Checks a media reference by every rule that needs no socket.
    package func permit(_ reference: MediaReference, under terms: EvaluationContext) -> PolicyDecision {
        let judge = URLJudge(
            policy: terms.policy,
            network: terms.network,
            egress: egress,
            canonicalizer: canonicalizer,
            link: link
        )
        let judgement = judge.judge(Array(reference.text.utf8))
        guard judgement.isPermitted, let url = judgement.url else { return .refused(judgement.reasons) }
        return .permitted(
            DownloadRequest(
                url: url,
                policy: terms.policy,
                hops: judge.hops,
                connections: judge.connections,
                deadline: terms.deadline,
                throttle: throttle(url, on: terms.network),
                notes: judgement.reasons,
                clientID: terms.clientID
            )
        )
    }

    /// Returns the time that the receiving device would need for a download of `byteCount` body bytes, and a refusal
    /// when it exceeds the time limit of iOS; both are `nil` unless `link` is `.model`.
    package func device(
        for download: Download,
        byteCount: Int,
        under terms: EvaluationContext
    ) -> (time: Duration?, refusal: Reason?) {
        guard link == .model else { return (nil, nil) }
        let time = terms.network.link.deviceTime(
            for: download.route.timing,
            byteCount: byteCount,
            lookupCount: download.route.lookupCount
        )
        return (time, DeviceLinkRule.refusal(ofDeviceTime: time, on: terms.network))
    }

    private func throttle(_ url: MediaURL, on network: Network) -> LinkThrottle? {
        guard link == .throttle else { return nil }
        let isNamed = if case .name = url.host { true } else { false }
        return LinkThrottle(emulating: network.link, isTLS: url.scheme == .https, isNamed: isNamed)
    }
}

/// The policy stage's decision on a media reference.
package enum PolicyDecision: Sendable {
    /// The download to make.
    case permitted(DownloadRequest)
    /// Every finding, the device's before the operator's.
    case refused([Reason])
}
