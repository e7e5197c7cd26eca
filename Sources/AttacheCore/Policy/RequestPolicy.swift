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
    package func permit(
        _ reference: MediaReference,
        under terms: EvaluationContext
    ) -> Result<DownloadRequest, RequestRefusal> {
        let judge = URLJudge(
            policy: terms.policy,
            network: terms.network,
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
                context: terms,
                url: url,
                hops: judge.hops,
                connections: judge.connections,
                throttle: throttle(url, on: terms.network),
                notes: judgement.reasons
            )
        )
    }

    /// What the receiving device would need for a download that was made here.
    ///
    /// - Parameters:
    ///   - transfer: What the device would go through for it, every connection new.
    ///   - lookupCount: Host names that it would look up.
    ///   - byteCount: The body's length in bytes.
    ///   - terms: On which network.
    /// - Returns: The device's time, and a refusal when it is over what iOS gives; neither unless the link is modelled.
    package func device(
        for transfer: TransferTiming,
        lookupCount: Int,
        byteCount: Int,
        under terms: EvaluationContext
    ) -> (time: Duration?, refusal: Reason?) {
        guard link == .model else { return (nil, nil) }
        let time = terms.network.link.deviceTime(for: transfer, byteCount: byteCount, lookupCount: lookupCount)
        return (time, DeviceLinkRule.refusal(ofDeviceTime: time, on: terms.network))
    }

    private func throttle(_ url: MediaURL, on network: Network) -> LinkThrottle? {
        guard link == .throttle else { return nil }
        let isNamed = if case .name = url.host { true } else { false }
        return LinkThrottle(emulating: network.link, isTLS: url.scheme == .https, isNamed: isNamed)
    }
}

/// A media URL that may be loaded, with everything the download needs to know.
package struct DownloadRequest: Sendable {
    /// The reference that names it.
    package var reference: MediaReference
    /// The policy, the network and the deadline that it is loaded under.
    package var context: EvaluationContext
    /// The judged URL.
    package var url: MediaURL
    /// Judges every further hop's URL; the reasons that block refuse it.
    package var hops: HopRules
    /// Judges addresses and TLS sessions.
    package var connections: any ConnectionJudging
    /// The link to imitate on the real transfer, or `nil`.
    package var throttle: LinkThrottle?
    /// What is at risk or worth knowing about the URL.
    package var notes: [Reason] = []
}

/// A URL that may not be loaded.
package struct RequestRefusal: Error, Equatable {
    /// Why, the device's reasons before the operator's; never empty.
    package var reasons: [Reason]
}
