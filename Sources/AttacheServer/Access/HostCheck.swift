import AttacheCore
import HTTPTypes
import Hummingbird

/// Which hosts a request may name.
///
/// A page of a stranger can have its own name lead to this machine (DNS rebinding), and then speak to whatever listens here
/// as if to itself. A service on loopback that wants no token therefore answers to names of this machine only.
struct HostCheck: RouterMiddleware {
    typealias Context = ServiceContext

    let listen: ListenAddress
    /// Further names, in lower case.
    let names: Set<String>
    let tokens: ReloadableTokens
    private let expectedAuthority: String

    /// Creates the check.
    ///
    /// - Parameters:
    ///   - listen: Where the service listens.
    ///   - names: Further names by which it may be called.
    ///   - tokens: Whoever has one may call it as he likes.
    init(listen: ListenAddress, names: [String], tokens: ReloadableTokens) {
        self.listen = listen
        self.names = Set(names.map { $0.lowercased() })
        self.tokens = tokens
        expectedAuthority = listen.description
    }

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        try check(request, isStream: context.isStream)
        return try await next(request, context)
    }

    private func check(_ request: Request, isStream: Bool) throws(Problem) {
        // RFC 9112 §3.2: one Host, no more and no less; HTTP/2 has it otherwise.
        guard isStream || (request.head.authority != nil && request.headers[Self.host] == nil) else {
            throw Problem(.badRequest, "An HTTP/1.1 request has one header Host.")
        }
        guard case .network(let own, _) = listen, listen.isLocal, tokens.current.isEmpty else { return }
        let authority = request.head.authority ?? request.headers[Self.host] ?? ""
        // What nearly everybody says.
        if authority == expectedAuthority { return }
        let name = Self.name(in: authority)
        guard name == own.lowercased() || names.contains(name) || Self.isLocal(name) else {
            throw Problem(
                .misdirected,
                "This service answers to names of its own machine only; a proxy before it needs a token or --host-name."
            )
        }
    }

    private static let host = HTTPField.Name.known("Host")

    /// Whether a name leads to this machine whoever resolves it.
    private static func isLocal(_ name: String) -> Bool {
        // RFC 6761 §6.3: also the names below it.
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return ListenAddress.network(host: name, port: 0).isLocal
    }

    /// The host of an authority in lower case, without brackets, port and the root's dot.
    private static func name(in authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let name = text.prefix { $0 != ":" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
