import AttacheCore
import AttacheSystem
import HTTPTypes
import Hummingbird
import NIOCore

/// Lets requests in that carry a known bearer token, and counts each for its token's client.
struct AccessMiddleware: RouterMiddleware {
    typealias Context = ServiceContext

    let tokens: ReloadableTokens

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.client = try client(of: request, from: context.client)
        return try await RequestScope.respond(request, context, next)
    }

    /// The client that a request counts for.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - peer: The client where no token is needed.
    /// - Returns: The client.
    /// - Throws: `Problem` when there are tokens, and the request has none of them.
    private func client(of request: Request, from peer: Client) throws(Problem) -> Client {
        let tokens = tokens.current
        guard !tokens.isEmpty else { return peer }
        let words = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "bearer" else {
            throw Problem(.unauthorized, "Send the header Authorization: Bearer TOKEN.")
        }
        guard let client = tokens.client(of: words[1].utf8) else {
            throw Problem(.unauthorized, "The bearer token is not one of this service's.")
        }
        return client
    }
}

/// Whom a request counts for: a token's name, or the address it came from.
struct Client: Hashable, Sendable {
    /// The token's name, or the peer's address; an IPv6 peer is its /64, a peer on the unix socket is `local`.
    let name: String
}

extension Client {
    /// The client at an address.
    ///
    /// - Parameter peer: The other end of the connection; `nil` and a unix socket's are `local`.
    init(peer: SocketAddress?) {
        switch peer {
        case .v4, .v6:
            let text = peer?.ipAddress ?? ""
            // Whoever has an IPv6 network has all of a /64 at least (RFC 6177), so it counts as one.
            name = IPAddress(parsing: text).map(Self.network) ?? text
        default:
            name = "local"
        }
    }

    /// What an address counts as.
    static func network(of address: IPAddress) -> String {
        switch address.unmapped {
        case .v6(let high, _): "\(IPAddress.v6(high: high, low: 0))/64"
        case .v4: address.unmapped.description
        }
    }
}

/// The tokens that count now; a reload puts others in their place.
final class ReloadableTokens: Sendable {
    private let tokens: Locked<AccessTokens>

    init(_ tokens: AccessTokens) {
        self.tokens = Locked(tokens)
    }

    var current: AccessTokens { tokens.withLock { $0 } }

    func replace(by tokens: AccessTokens) {
        self.tokens.withLock { $0 = tokens }
    }
}
