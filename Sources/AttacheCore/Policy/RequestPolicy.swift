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
    package func permit(
        _ reference: MediaReference,
        under context: EvaluationContext
    ) -> Result<DownloadRequest, RequestRefusal> {
        let judge = URLJudge(
            policy: context.policy,
            network: context.network,
            egress: egress,
            canonicalizer: canonicalizer,
            link: link
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
    /// when it exceeds the time limit of iOS; both are `nil` unless `link` is `.model`.
    package func device(
        for transfer: TransferTiming,
        lookupCount: Int,
        byteCount: Int,
        under context: EvaluationContext
    ) -> (time: Duration?, refusal: Reason?) {
        guard link == .model else { return (nil, nil) }
        let time = context.network.link.deviceTime(for: transfer, byteCount: byteCount, lookupCount: lookupCount)
        return (time, DeviceLinkRule.refusal(ofDeviceTime: time, on: context.network))
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
