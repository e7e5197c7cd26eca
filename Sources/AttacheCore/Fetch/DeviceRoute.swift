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
