/// Where the time of one hop, or of several added up, went.
package struct TransferTiming: Sendable, Equatable {
    /// Looking the name up.
    package var resolve: Duration = .zero
    /// Making the TCP connection; zero on a reused one.
    package var connect: Duration = .zero
    /// The TLS handshake; zero on http and on a reused connection.
    package var tls: Duration = .zero
    /// From the request being sent to the first byte of the response.
    package var firstByte: Duration = .zero
    /// From the first byte of the response to its last.
    package var body: Duration = .zero
    /// New connections that were made.
    package var connectionCount: Int = 0
    /// New connections that were made with TLS 1.2 or older, whose handshake takes a second round trip.
    package var oldTLSConnectionCount: Int = 0
    /// New connections that were made with TLS 1.3.
    package var tlsConnectionCount: Int = 0
    /// Requests that were sent.
    package var requestCount: Int = 0
    /// Bytes of bodies that arrived, those of refused ones included.
    package var byteCount: Int = 0

    /// Creates a timing of nothing.
    package init() {}

    /// From the first lookup to the last byte, waiting for a turn left out.
    package var total: Duration { resolve + connect + tls + firstByte + body }

    /// Adds the time of a further hop.
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

/// What the receiving device would go through for a download that was made here.
///
/// A sender reuses connections and remembers names; a phone that wakes for a push starts with neither.
package struct DeviceRoute: Sendable, Equatable {
    /// The measured times of the last attempt, with every connection counted as new.
    package private(set) var timing = TransferTiming()
    /// Host names that the device would look up.
    package var lookupCount: Int { names.count }

    private var names: Set<String> = []
    private var origins: Set<Origin> = []

    private struct Origin: Hashable {
        let scheme: MediaURL.Scheme
        let host: MediaHost
        let port: Int
    }

    /// Adds a hop.
    mutating func add(_ url: MediaURL, _ measured: TransferTiming) {
        timing += measured
        if case .name(let name) = url.host { names.insert(name) }
        let isNew = origins.insert(Origin(scheme: url.scheme, host: url.host, port: url.port)).inserted
        guard isNew, measured.connectionCount == 0, measured.requestCount > 0 else { return }
        // Reused here, new there; nothing tells the TLS version of a session nobody negotiated, and 1.3 is usual.
        timing.connectionCount += 1
        if url.scheme == .https { timing.tlsConnectionCount += 1 }
    }
}

/// How the real transfer is slowed to imitate the receiving device's link.
package struct LinkThrottle: Sendable, Equatable {
    /// Bytes a second the body may take, at least 1.
    package var bytesPerSecond: Int
    /// Delay before the request is sent, for the round trips the device would make.
    package var delay: Duration

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: Bytes a second, at least 1.
    ///   - delay: Delay before the request is sent.
    package init(bytesPerSecond: Int, delay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
    }
}
