/// Judges what only the connection shows; called on the fetcher's thread, so it must be quick and wait for nothing.
package protocol ConnectionJudging: Sendable {
    /// Judges the whole answer of a name lookup, before anything is dialled.
    ///
    /// - Parameters:
    ///   - addresses: Every address of the answer, or the single address that the URL names.
    ///   - url: The URL being loaded.
    /// - Returns: The addresses to dial, in order, or the reasons why none may be.
    func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict

    /// Judges the one address that is about to be dialled, and once more before the request is sent.
    ///
    /// - Parameters:
    ///   - address: The address of the socket.
    ///   - port: The port of the socket.
    ///   - url: The URL being loaded.
    /// - Returns: A reason to refuse, or `nil`.
    func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason?

    /// What the receiving device's own handshake would offer; where it fails, everything is offered once, to learn why.
    ///
    /// - Parameter url: The URL being loaded.
    /// - Returns: The offer.
    func offer(for url: MediaURL) -> TLSOffer

    /// Judges the TLS session before any byte of the request is sent, on reused connections too.
    ///
    /// - Parameters:
    ///   - session: What was negotiated and presented.
    ///   - url: The URL being loaded.
    /// - Returns: Reasons to refuse; empty when the session passes.
    func refusals(of session: TLSSession, for url: MediaURL) -> [Reason]

    /// What is worth knowing about a TLS session that passes.
    ///
    /// - Parameters:
    ///   - session: What was negotiated and presented.
    ///   - url: The URL being loaded.
    /// - Returns: The notes.
    func notes(on session: TLSSession, for url: MediaURL) -> [Reason]
}

extension ConnectionJudging {
    package func offer(for url: MediaURL) -> TLSOffer { .everything }

    package func notes(on session: TLSSession, for url: MediaURL) -> [Reason] { [] }
}

/// What the address policy says of a name lookup's answer.
package enum AddressVerdict: Sendable, Equatable {
    /// These may be dialled, in this order.
    case permitted([IPAddress])
    /// None may be dialled.
    case refused([Reason])
}
