package import AttacheCore

package struct CurlConfiguration: Sendable {
    package var userAgent: String
    /// A PEM file of certificate authorities instead of the system's, or `nil`.
    package var certificateAuthorityFile: String?
    /// The limit of transfers at once, at least 1; further transfers wait, and their deadline applies.
    package var transferLimit: Int
    /// The limit of connections in use to one host, at least 1.
    package var connectionsPerHost: Int
    /// The number of loops, at least 1.
    package var loopCount: Int
    /// The proxy that tunnels every connection, or `nil`.
    package var proxy: CurlProxy?
    /// The set of hosts with HTTP/2, which the fetcher fills.
    package var multiplexedHosts: MultiplexedHosts

    package init(
        userAgent: String,
        certificateAuthorityFile: String? = nil,
        transferLimit: Int = 64,
        connectionsPerHost: Int = 8,
        loopCount: Int = 1,
        proxy: CurlProxy? = nil,
        multiplexedHosts: MultiplexedHosts = MultiplexedHosts()
    ) {
        self.userAgent = userAgent
        self.certificateAuthorityFile = certificateAuthorityFile
        self.transferLimit = max(1, transferLimit)
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.loopCount = max(1, loopCount)
        self.proxy = proxy
        self.multiplexedHosts = multiplexedHosts
    }
}

/// The HTTP proxy that tunnels every connection.
package struct CurlProxy: Hashable, Sendable {
    /// The address; libcurl never resolves, so the proxy's name is looked up beforehand.
    package let address: IPAddress
    /// The port, 1 to 65535.
    package let port: Int
    /// `user:password`, or `nil`.
    package let credentials: String?

    package init(address: IPAddress, port: Int, credentials: String? = nil) {
        self.address = address
        self.port = port
        self.credentials = credentials
    }

    var text: String {
        if case .v6 = address { "http://[\(address)]:\(port)" } else { "http://\(address):\(port)" }
    }
}
