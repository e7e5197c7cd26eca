import AttacheCore

/// How many transfers each host has under way, and how many it may have.
final class ConnectionLimits {
    /// Streams that share the connections to a host that speaks HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let connectionLimit: Int
    private var running: [MediaHost: Int] = [:]
    private var hostsWithHTTP2: Set<MediaHost> = []

    init(connectionLimit: Int) {
        self.connectionLimit = connectionLimit
    }

    /// Whether a host may have one more.
    func hasRoom(_ host: MediaHost) -> Bool {
        let places = hostsWithHTTP2.contains(host) ? connectionLimit * Self.streamLimit : connectionLimit
        return running[host, default: 0] < places
    }

    func take(_ host: MediaHost) {
        running[host, default: 0] += 1
    }

    func release(_ host: MediaHost) {
        let left = (running[host] ?? 1) - 1
        running[host] = left > 0 ? left : nil
    }

    /// A host speaks HTTP/2, so its streams share connections.
    ///
    /// - Returns: Whether that is news.
    func noteHTTP2(_ host: MediaHost) -> Bool {
        // Bounded: a stranger can name any number of hosts.
        if hostsWithHTTP2.count >= 10_000 { hostsWithHTTP2.removeAll() }
        return hostsWithHTTP2.insert(host).inserted
    }
}
