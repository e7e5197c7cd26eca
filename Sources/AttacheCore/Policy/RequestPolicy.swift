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
    package func permit(_ reference: MediaReference, under terms: ItemTerms) -> PolicyDecision {
        let written: MediaURL
        do throws(URLRefusal) {
            written = try MediaURL(parsing: reference.text, canonicalizer: canonicalizer)
        } catch {
            return .refused([error.reason])
        }
        let ats = ATSEvaluator(terms.policy.ats)
        let hops = HopRules(egress: egress, ats: ats)
        let url = hops.loaded(written)
        let types = TypeJudge(policy: terms.policy)
        var reasons = hops.judgeAsDevice(url)
        reasons += networkRefusals(url, under: terms)
        reasons += [types.refusal(beforeLoading: url)].compactMap { $0 }
        reasons += hops.judgeAsOperator(url)
        if url != written { reasons.append(Self.upgraded(url)) }
        reasons += terms.policy.ats.reasons
        guard !reasons.contains(where: { $0.severity == .block }) else {
            // What blocks comes first, in its order; the rest stays worth knowing.
            return .refused(reasons.filter { $0.severity == .block } + reasons.filter { $0.severity != .block })
        }
        return .permitted(
            DownloadRequest(
                url: url,
                policy: terms.policy,
                hops: hops,
                connections: ConnectionRules(egress: egress, ats: ats),
                deadline: terms.deadline,
                throttle: throttle(url, on: terms.network),
                notes: reasons
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
        under terms: ItemTerms
    ) -> (time: Duration?, refusal: Reason?) {
        guard link == .model else { return (nil, nil) }
        let time = terms.network.link.deviceTime(
            for: download.route.timing,
            byteCount: byteCount,
            lookupCount: download.route.lookupCount
        )
        return (time, DeviceLinkRule.refusal(ofDeviceTime: time, on: terms.network))
    }

    private static func upgraded(_ url: MediaURL) -> Reason {
        Reason(.atsUpgraded, "\(url.host) is loaded by https: its top-level domain is on the preloaded HSTS list.")
    }

    private func networkRefusals(_ url: MediaURL, under terms: ItemTerms) -> [Reason] {
        let name = url.pathExtension
        let refusals = terms.policy.network.refusals(
            on: terms.network,
            kindOfExtension: name.flatMap { MediaFormat.named(byExtension: $0) }?.kind,
            hasExtension: name != nil
        )
        guard link != .off, let lost = DeviceLinkRule.refusal(on: terms.network) else { return refusals }
        return refusals + [lost]
    }

    private func throttle(_ url: MediaURL, on network: Network) -> LinkThrottle? {
        guard link == .throttle else { return nil }
        let isNamed = if case .name = url.host { true } else { false }
        return LinkThrottle(imitating: network.link, isTLS: url.scheme == .https, isNamed: isNamed)
    }
}
