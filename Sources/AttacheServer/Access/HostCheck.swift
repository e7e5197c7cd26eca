import AttacheCore
import HTTPTypes
import Hummingbird

/// Checks the host that a request names.
///
/// A web page can resolve its own host name to this machine (DNS rebinding) and then send requests to local services as
/// same-origin. A service on loopback without tokens therefore accepts names of this machine only.
struct HostCheck: RouterMiddleware {
    typealias Context = ServiceContext

    let listen: ListenAddress
    /// Additional accepted names, in lower case.
    let names: Set<String>
    let tokens: ReloadableTokens
    private let expectedAuthority: String

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
        // RFC 9112 §3.2: exactly one Host; HTTP/2 uses `:authority` instead.
        guard isStream || (request.head.authority != nil && request.headers[Self.host] == nil) else {
            throw Problem(.badRequest, "An HTTP/1.1 request needs exactly one Host header.")
        }
        guard case .network(let own, _) = listen, listen.isLocal, tokens.current.isEmpty else { return }
        let authority = request.head.authority ?? request.headers[Self.host] ?? ""
        // The common case.
        if authority == expectedAuthority { return }
        let name = Self.name(in: authority)
        guard name == own.lowercased() || names.contains(name) || Self.isLocal(name) else {
            throw Problem(
                .misdirected,
                "Without tokens this service accepts local host names only; behind a proxy, set --token-file or --host-name."
            )
        }
    }

    private static let host = HTTPField.Name.known("Host")

    /// Whether every resolver maps the name to this machine.
    private static func isLocal(_ name: String) -> Bool {
        // RFC 6761 §6.3: including names below it.
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return ListenAddress.network(host: name, port: 0).isLocal
    }

    /// The host of an authority in lower case, without brackets, port and trailing dot.
    private static func name(in authority: String) -> String {
        let text = authority.lowercased()
        if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
        let name = text.prefix { $0 != ":" }
        return String(name.hasSuffix(".") ? name.dropLast() : name)
    }
}
