/// The key exchange must be ephemeral, so that a stolen key opens no recorded session.
struct ForwardSecrecyRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.requiresForwardSecrecy, !Self.hasForwardSecrecy(session) else { return nil }
        return Reason(
            .atsForwardSecrecy,
            "\(host) negotiated \(session.cipherSuite), which has no forward secrecy.",
            fix: "Offer an ECDHE suite on the server, or set NSExceptionRequiresForwardSecrecy to NO for the host."
        )
    }

    /// TLS 1.3 has ephemeral key exchanges only, and its suites do not name them.
    private static func hasForwardSecrecy(_ session: TLSSession) -> Bool {
        session.version >= .tls13 || session.cipherSuite.hasPrefix("TLS_ECDHE_")
            || session.cipherSuite.hasPrefix("TLS_DHE_")
    }
}
