/// One demand of App Transport Security on a TLS session.
protocol TLSSessionRule: Sendable {
    /// Judges a session.
    ///
    /// - Parameters:
    ///   - session: What was negotiated and presented.
    ///   - demands: What is demanded of it.
    ///   - host: The host, for the sentence.
    /// - Returns: A reason to refuse it, or `nil`.
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason?
}
