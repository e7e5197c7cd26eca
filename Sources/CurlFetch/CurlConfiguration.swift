package import AttacheCore

/// How the fetcher works.
package struct CurlConfiguration: Sendable {
    /// What the request says of itself.
    package var userAgent: String
    /// A PEM file of certificate authorities instead of the system's, or `nil`.
    package var certificateAuthorityFile: String?
    /// Transfers at once, at least 1; one beyond them waits, and its time runs.
    package var transferLimit: Int
    /// Connections to one host at once, at least 1.
    package var connectionsPerHost: Int
    /// The proxy that tunnels every connection, or `nil`.
    package var proxy: CurlProxy?
    /// Is told of hosts that speak HTTP/2.
    package var multiplexedHosts: MultiplexedHosts

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - userAgent: What the request says of itself.
    ///   - certificateAuthorityFile: A PEM file of certificate authorities instead of the system's.
    ///   - transferLimit: Transfers at once, at least 1.
    ///   - connectionsPerHost: Connections to one host at once, at least 1.
    ///   - proxy: The proxy that tunnels every connection.
    ///   - multiplexedHosts: Is told of hosts that speak HTTP/2.
    package init(
        userAgent: String,
        certificateAuthorityFile: String? = nil,
        transferLimit: Int = 64,
        connectionsPerHost: Int = 8,
        proxy: CurlProxy? = nil,
        multiplexedHosts: MultiplexedHosts = MultiplexedHosts()
    ) {
        self.userAgent = userAgent
        self.certificateAuthorityFile = certificateAuthorityFile
        self.transferLimit = max(1, transferLimit)
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.proxy = proxy
        self.multiplexedHosts = multiplexedHosts
    }
}

/// The HTTP proxy that tunnels every connection.
package struct CurlProxy: Hashable, Sendable {
    /// Its address; libcurl never resolves, so its name was looked up before.
    package let address: IPAddress
    /// Its port.
    package let port: Int
    /// `user:password`, or `nil`.
    package let credentials: String?

    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - address: Its address.
    ///   - port: 1 to 65535.
    ///   - credentials: `user:password`, or `nil`.
    package init(address: IPAddress, port: Int, credentials: String? = nil) {
        self.address = address
        self.port = port
        self.credentials = credentials
    }

    /// The proxy as libcurl takes it.
    var text: String {
        if case .v6 = address { "http://[\(address)]:\(port)" } else { "http://\(address):\(port)" }
    }
}
