package import AttacheCore

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
