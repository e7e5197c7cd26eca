/// A value of `--proxy`: the HTTP proxy that every connection goes through, as a tunnel.
package struct ProxyOption: Hashable, Sendable {
    /// The proxy's host.
    package let host: MediaHost
    /// The proxy's port.
    package let port: Int
    /// `user:password`, or `nil`.
    package let credentials: String?

    /// Parses `http://[USER:PASSWORD@]HOST:PORT`.
    ///
    /// - Parameters:
    ///   - value: The value as written.
    ///   - canonicalizer: Reads host names.
    /// - Throws: `EgressOptionError` when it is anything else; the error names no password.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(EgressOptionError) {
        let scheme = "http://"
        var rest = Substring(value)
        var credentials: String?
        if let sign = rest.lastIndex(of: "@"), rest.hasPrefix(scheme) {
            credentials = String(rest[..<sign].dropFirst(scheme.count))
            rest = scheme + rest[rest.index(after: sign)...]
        }
        let shown = String(rest)
        if rest.hasSuffix("/") { rest.removeLast() }
        let port = rest.lastIndex(of: ":").flatMap { Int(rest[rest.index(after: $0)...]) }
        guard rest.hasPrefix(scheme), !rest.dropFirst(scheme.count).contains("/"), let port,
            let url = try? MediaURL(parsing: String(rest), canonicalizer: canonicalizer), url.port == port
        else { throw EgressOptionError(shown, "is no proxy; write http://HOST:PORT") }
        host = url.host
        self.port = port
        self.credentials = credentials
    }
}
