import AttacheCore
import HTTPTypes
import Hummingbird

/// Checks the host that a request names, and the framing of its body.
///
/// A web page can resolve its own host name to this machine (DNS rebinding) and then send requests to local services as
/// same-origin. A service on loopback without tokens therefore accepts names of this machine only.
struct HostCheck: RouterMiddleware {
    typealias Context = ServiceContext

    let listen: ListenAddress
    /// Additional accepted names, in lower case.
    let names: Set<String>
    let tokens: ReloadableTokens

    init(listen: ListenAddress, names: [String], tokens: ReloadableTokens) {
        self.listen = listen
        self.names = Set(names.map { $0.lowercased() })
        self.tokens = tokens
    }

    @concurrent func handle(
        _ request: Request,
        context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        try check(request, isStream: context.isStream)
        return try await next(request, context)
    }

    /// Throws the problem that a request is refused with.
    func check(_ request: Request, isStream: Bool) throws(Problem) {
        let authority = try Self.authority(of: request, isStream: isStream)
        // RFC 9112 §6.1: a server that does not understand a transfer coding responds with 501.
        if let coding = request.headers[.transferEncoding], !RequestFraming.isSupported(transferEncoding: coding) {
            throw Problem(.notImplemented, "The Transfer-Encoding is \"\(coding)\"; use chunked alone.")
        }
        guard case .network(let own, _) = listen, listen.isLocal, tokens.current.isEmpty else { return }
        let name = authority.host
        guard name == own.lowercased() || names.contains(name) || Self.isLocal(name) else {
            throw Problem(
                .misdirected,
                "Without tokens this service accepts local host names only; behind a proxy, set --token-file or --host-name."
            )
        }
    }

    /// The one authority of a request, wherever it names it.
    private static func authority(of request: Request, isStream: Bool) throws(Problem) -> Authority {
        let fields = request.headers[values: host]
        // RFC 9112 §3.2: exactly one Host; HTTP/2 uses `:authority`, and may repeat it in one Host (RFC 9113 §8.3.1).
        guard let text = request.head.authority ?? (isStream ? fields.first : nil), fields.count <= (isStream ? 1 : 0)
        else {
            throw Problem(.badRequest, "A request needs exactly one Host, or one :authority.")
        }
        guard let authority = Authority(parsing: text) else {
            throw Problem(.badRequest, "The host is not a name or address with an optional port.")
        }
        if let field = fields.first, Authority(parsing: field) != authority {
            throw Problem(.badRequest, "Host and :authority differ.")
        }
        // HTTP/1.1 compares it with Host before.
        let target = request.head.path ?? "/"
        guard target.hasPrefix("/") || target == "*" || request.method == .connect else {
            throw Problem(.badRequest, "The request target is not a path.")
        }
        return authority
    }

    private static let host = HTTPField.Name.known("Host")

    /// Whether every resolver maps the name to this machine.
    private static func isLocal(_ name: String) -> Bool {
        // RFC 6761 §6.3: including names below it.
        if name == "localhost" || name.hasSuffix(".localhost") { return true }
        return ListenAddress.network(host: name, port: 0).isLocal
    }
}
