package import AttacheCore

/// How the fetcher works.
package struct CurlConfiguration: Sendable {
    /// What the request says of itself.
    package var userAgent: String
    /// A PEM file of certificate authorities instead of the system's, or `nil`.
    package var certificateAuthorityFile: String?
    /// The places of transfers; who has none waits, and its time runs.
    package var places: TransferPlaces
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
    ///   - places: The places of transfers.
    ///   - connectionsPerHost: Connections to one host at once, at least 1.
    ///   - proxy: The proxy that tunnels every connection.
    ///   - multiplexedHosts: Is told of hosts that speak HTTP/2.
    package init(
        userAgent: String,
        certificateAuthorityFile: String? = nil,
        places: TransferPlaces = TransferPlaces(limit: 64),
        connectionsPerHost: Int = 8,
        proxy: CurlProxy? = nil,
        multiplexedHosts: MultiplexedHosts = MultiplexedHosts()
    ) {
        self.userAgent = userAgent
        self.certificateAuthorityFile = certificateAuthorityFile
        self.places = places
        self.connectionsPerHost = max(1, connectionsPerHost)
        self.proxy = proxy
        self.multiplexedHosts = multiplexedHosts
    }
}
