import AttacheCore
import AttacheSystem
import HTTPTypes
import NIOCore

/// The client that a request counts for: the name of its token, or its address.
struct Client: Hashable, Sendable {
    /// The token's name, or the peer's address; an IPv6 peer is its /64, a peer on the unix socket is `local`.
    let name: String
}

extension Client {
    /// The client at an address; no address and a unix socket are `local`.
    init(peer: SocketAddress?) {
        switch peer {
        case .v4, .v6:
            let text = peer?.ipAddress ?? ""
            // An IPv6 customer has at least a /64 (RFC 6177), so a /64 counts as one client.
            name = IPAddress(parsing: text).map(Self.network) ?? text
        default:
            name = "local"
        }
    }

    /// The name of an address as a client.
    static func network(of address: IPAddress) -> String {
        switch address.unmapped {
        case .v6(let high, _): "\(IPAddress.v6(high: high, low: 0))/64"
        case .v4: address.unmapped.description
        }
    }
}

/// The active tokens; a reload replaces them.
final class ReloadableTokens: Sendable {
    private let tokens: Locked<AccessTokens>

    init(_ tokens: AccessTokens) {
        self.tokens = Locked(tokens)
    }

    var current: AccessTokens { tokens.withLock { $0 } }

    func replace(by tokens: AccessTokens) {
        self.tokens.withLock { $0 = tokens }
    }

    /// Returns the client of a request: that of its bearer token, or `peer` if the service has no tokens.
    func client(of head: HTTPRequest, from peer: Client) throws(Problem) -> Client {
        let tokens = current
        guard !tokens.isEmpty else { return peer }
        let words = (head.headerFields[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw Problem(.unauthorized, "Send the header Authorization: Bearer TOKEN.")
        }
        guard let client = tokens.client(of: words[1].utf8) else {
            throw Problem(.unauthorized, "The bearer token is unknown.")
        }
        return client
    }
}
