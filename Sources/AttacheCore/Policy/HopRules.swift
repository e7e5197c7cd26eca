/// Checks the URL of every hop by the rules in `RequestRules`.
package struct HopRules: Sendable {
    private let context: RequestContext

    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        context = RequestContext(egress: egress, ats: ats)
    }

    /// Checks a URL's scheme, host, port and literal address.
    ///
    /// - Parameters:
    ///   - url: The URL of a hop.
    ///   - previous: The URL that redirected there, or `nil` for the first hop.
    /// - Returns: Every finding, the device's before the operator's; the URL may be loaded when none blocks.
    package func judge(_ url: MediaURL, after previous: MediaURL?) -> [Reason] {
        var context = context
        context.previous = previous
        return RequestRules.standard.reasons(for: url, in: context)
    }

    /// Returns the URL that the device loads: some hosts are always loaded over https.
    package func loaded(_ url: MediaURL) -> MediaURL { context.ats.loaded(url) }

    /// Findings of the device rules.
    func deviceReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.device.reasons(for: url, in: context)
    }

    /// Findings of the egress rules.
    func operatorReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.egress.reasons(for: url, in: context)
    }
}

/// Connection checks: the egress policy for addresses, the ATS rules for the TLS session.
package struct ConnectionRules: ConnectionJudging {
    private let egress: EgressPolicy
    private let ats: ATSEvaluator

    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        self.egress = egress
        self.ats = ats
    }

    package func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
        egress.judge(addresses: addresses, host: url.host, port: url.port)
    }

    package func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
        egress.refusal(dialling: address, host: url.host, port: port)
    }

    package func offer(for url: MediaURL) -> TLSOffer {
        ats.demands(on: url.host).offer
    }

    package func notes(on session: TLSSession, for url: MediaURL) -> [Reason] {
        ats.notes(on: session, host: url.host)
    }

    package func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
        ats.refusals(of: session, host: url.host)
    }
}
