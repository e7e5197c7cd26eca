import AttacheCore
import HTTPTypes

/// Checks the host that a request names, and the framing of its body.
///
/// A web page can resolve its own host name to this machine (DNS rebinding) and then send requests to local services as
/// same-origin. A service on loopback without tokens therefore accepts names of this machine only.
struct HostCheck: Sendable {
    let listen: ListenAddress
    /// Additional accepted names, in lower case.
    let names: Set<String>
    let tokens: ReloadableTokens
    /// What a request with another name is refused with.
    private let refusal: String

    init(
        listen: ListenAddress,
        names: [String],
        tokens: ReloadableTokens,
        refusal: String =
            "Without tokens this service accepts local host names only; behind a proxy, set --token-file or --host-name."
    ) {
        self.listen = listen
        self.refusal = refusal
        self.names = Set(names.map { $0.lowercased() })
        self.tokens = tokens
    }

    /// Throws the problem that a request is refused with.
    func check(_ head: HTTPRequest) throws(Problem) {
        let authority = try Self.authority(of: head)
        // RFC 9112 §6.1: a server that does not understand a transfer coding responds with 501.
        if let coding = head.headerFields[.transferEncoding], !RequestFraming.isSupported(transferEncoding: coding) {
            throw Problem(.notImplemented, "The Transfer-Encoding is \"\(coding)\"; use chunked alone.")
        }
        guard case .network(let own, _) = listen, listen.isLocal, tokens.current.isEmpty else { return }
        let name = authority.host
        guard name == own.lowercased() || names.contains(name) || Self.isLocal(name) else {
            throw Problem(.misdirected, refusal)
        }
    }

    /// The one authority of a request.
    private static func authority(of head: HTTPRequest) throws(Problem) -> Authority {
        // RFC 9112 §3.2: exactly one Host. The first one is the request's authority, and any other is a header still.
        guard let text = head.authority, head.headerFields[host] == nil else {
            throw Problem(.badRequest, "A request needs exactly one Host.")
        }
        guard let authority = Authority(parsing: text) else {
            throw Problem(.badRequest, "The host is not a name or address with an optional port.")
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
