/// The session's TLS version must not be older than demanded, TLS 1.2 by default.
struct TLSVersionRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard let minimum = demands.minimumVersion, session.version < minimum else { return nil }
        return Reason(
            .atsTLSVersion,
            "\(host) negotiated \(session.version.rawValue), and App Transport Security demands \(minimum.rawValue).",
            fix: "Enable \(minimum.rawValue) on the server, or set NSExceptionMinimumTLSVersion for the host."
        )
    }
}
