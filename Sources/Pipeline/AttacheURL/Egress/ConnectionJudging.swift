/// Checks addresses and TLS sessions; called on a loop of the fetcher, so it must be quick and must not block.
package protocol ConnectionJudging: Sendable {
    /// Checks all addresses of a lookup, or the single address that the URL names, before any is dialled.
    func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict

    /// Checks an address before it is dialled, and again before the request is sent.
    func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason?

    /// Returns the TLS offer of the receiving device; where that handshake fails, everything is offered once to find
    /// the cause.
    func offer(for url: MediaURL) -> TLSOffer

    /// Returns the reasons to refuse a TLS session; called before any byte of the request is sent, also on reused
    /// connections.
    func refusals(of session: TLSSession, for url: MediaURL) -> [Reason]

    /// Returns the notes on a TLS session that passes.
    func notes(on session: TLSSession, for url: MediaURL) -> [Reason]
}

extension ConnectionJudging {
    package func offer(for url: MediaURL) -> TLSOffer { .everything }

    package func notes(on session: TLSSession, for url: MediaURL) -> [Reason] { [] }
}

/// The address policy's decision on a lookup.
package enum AddressVerdict: Sendable, Equatable {
    /// Addresses to dial, in this order.
    case permitted([IPAddress])
    /// The reasons why no address may be dialled.
    case refused([Reason])
}
