/// Judges a URL before anything is connected: the first one and every redirect's.
package struct HopRules: Sendable {
    private let context: RequestContext

    /// Creates the judge.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - ats: What the device's App Transport Security permits.
    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        context = RequestContext(egress: egress, ats: ats)
    }

    /// Judges a URL's scheme, host, port and literal address.
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

    /// The URL that the device really loads: some hosts are never loaded by http.
    package func loaded(_ url: MediaURL) -> MediaURL { context.ats.loaded(url) }

    /// What the device would say.
    func deviceReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.device.reasons(for: url, in: context)
    }

    /// What the operator says.
    func operatorReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.egress.reasons(for: url, in: context)
    }
}

/// Judges what only the connection shows: the operator's rules for addresses, the device's for the TLS session.
package struct ConnectionRules: ConnectionJudging {
    private let egress: EgressPolicy
    private let ats: ATSEvaluator

    /// Creates the judge.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - ats: What the device's App Transport Security demands.
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
