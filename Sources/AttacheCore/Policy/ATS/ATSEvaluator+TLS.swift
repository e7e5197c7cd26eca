extension ATSEvaluator {
    /// The rules that judge a TLS session, in the order in which their findings are listed.
    private static let sessionRules: [any TLSSessionRule] = [
        TLSVersionRule(),
        ForwardSecrecyRule(),
        CipherSuiteRule(),
        CertificateStrengthRule(),
        WeakTrustRule(),
        PinnedKeysRule(),
    ]

    /// The rules that only note something.
    private static let noteRules: [any TLSSessionRule] = [CertificateTransparencyRule(), StapledStatusRule()]

    /// What App Transport Security demands of a TLS session with a host.
    ///
    /// NSExceptionAllowsInsecureHTTPLoads relaxes nothing of https by itself; together with
    /// NSExceptionRequiresForwardSecrecy = NO it lifts the restriction of cipher suites (Apple's code, and the reason why
    /// nscurl tries the two together). Local destinations and arbitrary loads drop ATS's demands; pins hold whatever else
    /// is relaxed.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: The demands.
    package func demands(on host: MediaHost) -> TLSDemands {
        var demands = TLSDemands.standard
        if let exception = exception(for: host) {
            demands.minimumVersion = exception.minimumTLSVersion
            demands.requiresForwardSecrecy = exception.requiresForwardSecrecy
            demands.restrictsCipherSuites = exception.requiresForwardSecrecy || !exception.allowsInsecureHTTPLoads
            demands.requiresTransparency = exception.requiresCertificateTransparency
        } else if allowsArbitraryLoads || isLocal(host) {
            demands = .none
        }
        // Apple's code has had its present list since about iOS 17; before, the documented one held.
        let isDocumented = dictionary.readings.cipherSuites == .documented || dictionary.profile != .ios17
        demands.cipherSuites = isDocumented ? .documented : .system
        demands.refusesWeakTrust = dictionary.profile == .ios17
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

    /// What is worth knowing about a TLS session that a device would accept.
    ///
    /// - Parameters:
    ///   - session: What was negotiated and presented.
    ///   - host: The host of the request.
    /// - Returns: The notes.
    package func notes(on session: TLSSession, host: MediaHost) -> [Reason] {
        let demands = demands(on: host)
        return Self.noteRules.compactMap { $0.reason(against: session, under: demands, host: host) }
    }
}
