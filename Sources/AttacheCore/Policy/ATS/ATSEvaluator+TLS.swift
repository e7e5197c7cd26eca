extension ATSEvaluator {
    /// The rules that judge a TLS session, in the order in which their findings are listed.
    private static let sessionRules: [any TLSSessionRule] = [
        TLSVersionRule(),
        ForwardSecrecyRule(),
        CipherSuiteRule(),
        CertificateStrengthRule(),
        PinnedKeysRule(),
    ]

    /// What App Transport Security demands of a TLS session with a host.
    ///
    /// NSExceptionAllowsInsecureHTTPLoads relaxes nothing here: it permits http, not weaker https. Local destinations and
    /// arbitrary loads drop ATS's demands; pins hold whatever else is relaxed.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: The demands.
    package func demands(on host: MediaHost) -> TLSDemands {
        var demands = TLSDemands.standard
        if let exception = exception(for: host) {
            demands.minimumVersion = exception.minimumTLSVersion
            demands.requiresForwardSecrecy = exception.requiresForwardSecrecy
        } else if allowsArbitraryLoads || isLocal(host) {
            demands = .none
        }
        if let pins = pins(for: host) {
            demands.authorityKeys = pins.authorityKeys
            demands.leafKeys = pins.leafKeys
        }
        return demands
    }

    /// Judges a TLS session; the trust of its certificate is judged elsewhere and never relaxed.
    ///
    /// - Parameters:
    ///   - session: What was negotiated and presented.
    ///   - host: The host of the request.
    /// - Returns: Every reason to refuse it; empty when a device would go on.
    package func refusals(of session: TLSSession, host: MediaHost) -> [Reason] {
        let demands = demands(on: host)
        return Self.sessionRules.compactMap { $0.reason(against: session, under: demands, host: host) }
    }
}
