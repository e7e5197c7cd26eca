/// Whom a request counts for: a token's name, or the address it came from.
struct Client: Hashable, Sendable {
    /// The token's name, or the peer's address; an IPv6 peer is its /64, a peer on the unix socket is `local`.
    let name: String
}
