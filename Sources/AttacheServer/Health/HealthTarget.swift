/// Where a service is asked for its health.
package struct HealthTarget: Sendable, Equatable {
    /// The service's address.
    let address: ListenAddress
    /// Whether it speaks TLS.
    let isSecure: Bool
    /// Path and query.
    let path: String

    /// A service on a unix socket.
    ///
    /// - Parameters:
    ///   - socket: The socket's path.
    ///   - path: What is asked for; `/readyz` says whether the service can do its work, `/healthz` whether it lives.
    package init(socket: String, path: String = "/readyz") {
        address = .unix(path: socket)
        isSecure = false
        self.path = path
    }

    /// A service at a URL.
    ///
    /// - Parameter text: `http://HOST[:PORT][/PATH]`, or `https`; without a path `/readyz` is asked for.
    /// - Throws: `ServiceConfigurationError` with the cure.
    package init(url text: String) throws(ServiceConfigurationError) {
        let problem = ServiceConfigurationError(
            problems: ["url: \"\(text)\" is no address of a service; write http://127.0.0.1:8420."]
        )
        let schemes = [("http://", false, 80), ("https://", true, 443)]
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }),
            let (prefix, isSecure, defaultPort) = schemes.first(where: { text.hasPrefix($0.0) })
        else { throw problem }
        let rest = text.dropFirst(prefix.count)
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        guard !authority.isEmpty, !authority.contains("@") else { throw problem }
        let hasPort = authority.last != "]" && authority.contains(":")
        do throws(ServiceConfigurationError) {
            address = try ListenAddress(parsing: hasPort ? String(authority) : "\(authority):\(defaultPort)")
        } catch {
            throw problem
        }
        self.isSecure = isSecure
        let path = rest.dropFirst(authority.count).prefix { $0 != "#" }
        self.path = path.isEmpty || path == "/" ? "/readyz" : path.hasPrefix("/") ? String(path) : "/\(path)"
    }
}
