/// Times and counts of one hop, or the sum of several.
package struct TransferTiming: Sendable, Equatable {
    /// Name lookup.
    package var resolve: Duration = .zero
    /// TCP connect; zero on a reused connection.
    package var connect: Duration = .zero
    /// TLS handshake; zero on http and on a reused connection.
    package var tls: Duration = .zero
    /// From the request being sent to the first byte of the response.
    package var firstByte: Duration = .zero
    /// From the first byte of the response to its last.
    package var body: Duration = .zero
    /// New connections.
    package var connectionCount: Int = 0
    /// New connections with TLS 1.2 or older, whose handshake takes a second round trip.
    package var oldTLSConnectionCount: Int = 0
    /// New connections with TLS 1.3.
    package var tlsConnectionCount: Int = 0
    package var requestCount: Int = 0
    /// Bytes of body received, including refused ones.
    package var byteCount: Int = 0

    package init() {}

    /// Time from the first lookup to the last byte, without queueing.
    package var total: Duration { resolve + connect + tls + firstByte + body }

    package static func += (left: inout TransferTiming, right: TransferTiming) {
        left.resolve += right.resolve
        left.connect += right.connect
        left.tls += right.tls
        left.firstByte += right.firstByte
        left.body += right.body
        left.connectionCount += right.connectionCount
        left.oldTLSConnectionCount += right.oldTLSConnectionCount
        left.tlsConnectionCount += right.tlsConnectionCount
        left.requestCount += right.requestCount
        left.byteCount += right.byteCount
    }
}

/// The connections and lookups that the receiving device would need for a download made here.
///
/// A sender reuses connections and lookups; a phone that wakes for a push has neither.
package struct DeviceRoute: Sendable, Equatable {
    /// Times of the last attempt, with every connection counted as new.
    package private(set) var timing = TransferTiming()
    /// Number of host names that the device would look up.
    package var lookupCount: Int { names.count }

    private var names: Set<String> = []
    private var origins: Set<Origin> = []

    private struct Origin: Hashable {
        let scheme: MediaURL.Scheme
        let host: MediaHost
        let port: Int
    }

    mutating func add(_ url: MediaURL, _ measured: TransferTiming) {
        timing += measured
        if case .name(let name) = url.host { names.insert(name) }
        let isNew = origins.insert(Origin(scheme: url.scheme, host: url.host, port: url.port)).inserted
        guard isNew, measured.connectionCount == 0, measured.requestCount > 0 else { return }
        // A connection reused here is new on the device; TLS 1.3 is assumed for it.
        timing.connectionCount += 1
        if url.scheme == .https { timing.tlsConnectionCount += 1 }
    }
}

/// Limits on the real transfer that imitate the receiving device's link.
package struct LinkThrottle: Sendable, Equatable {
    /// Rate limit of the body in bytes/s, at least 1.
    package var bytesPerSecond: Int
    /// Delay before the request is sent, for the device's round trips.
    package var delay: Duration

    package init(bytesPerSecond: Int, delay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
    }
}
