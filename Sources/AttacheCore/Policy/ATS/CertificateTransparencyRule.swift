/// Notes a session without any signed certificate timestamp.
///
/// Since iOS 12.1 every certificate of a public authority needs them, whatever NSRequiresCertificateTransparency says;
/// those of private authorities do not. Timestamps are counted, not verified: that takes Apple's list of logs.
struct CertificateTransparencyRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard session.timestampCount == 0, session.isPubliclyTrusted || demands.requiresTransparency else { return nil }
        return Reason(
            .atsCertificateTransparency,
            "\(host) presented no certificate timestamps, which iOS demands of public authorities.",
            fix: "Use a certificate that its authority has logged, with the timestamps in it."
        )
    }
}
