/// The policy stage: may this URL be loaded by the device, and by this machine?
package struct RequestPolicy: Sendable {
    private let egress: EgressPolicy
    private let canonicalizer: any HostCanonicalizing
    private let link: LinkMode

    /// Creates the stage.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - canonicalizer: Reads host names.
    ///   - link: What is done with the network's speed.
    package init(egress: EgressPolicy, canonicalizer: any HostCanonicalizing, link: LinkMode) {
        self.egress = egress
        self.canonicalizer = canonicalizer
        self.link = link
    }

    /// Judges a media reference by everything that needs no socket.
    ///
    /// - Parameters:
    ///   - reference: A URL of the payload.
    ///   - terms: Whose extension, on which network, by when.
    /// - Returns: The download to make, or every reason against it: the device's before the operator's.
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

    /// What the receiving device would need for a download that was made here.
    ///
    /// - Parameters:
    ///   - download: The download.
    ///   - byteCount: The body's length in bytes.
    ///   - terms: On which network.
    /// - Returns: The device's time, and a refusal when it is over what iOS gives; neither unless the link is modelled.
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

/// What the policy stage says of a media reference.
package enum PolicyDecision: Sendable {
    /// It may be loaded like this.
    case permitted(DownloadRequest)
    /// It may not; every finding that needs no socket, the device's before the operator's.
    case refused([Reason])
}
