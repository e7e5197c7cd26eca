import AttacheThreads

/// Hosts that were seen to carry many requests on one connection, HTTP/2: asking them often costs no connections.
package final class MultiplexedHosts: Sendable {
    /// A stranger can name any number of hosts.
    private static let capacity = 10_000

    private let names = Locked<Set<String>>([])

    /// Creates an empty set.
    package init() {}

    /// Notes a host.
    ///
    /// - Parameter host: The host of a transfer that went over HTTP/2.
    package func note(_ host: MediaHost) {
        names.withLock { names in
            if names.count >= Self.capacity { names.removeAll() }
            names.insert(host.description)
        }
    }

    /// Whether a host was noted.
    ///
    /// - Parameter name: The host's name or address, in lower case and without a port.
    /// - Returns: Whether it was.
    package func contains(_ name: String) -> Bool { names.withLock { $0.contains(name) } }
}
