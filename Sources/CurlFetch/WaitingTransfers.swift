import AttacheCore

/// The transfers that wait for their turn: for a place overall, for one at their host, or for a throttle's delay.
///
/// Places are given in the order of arrival, passing over hosts that have none left, so that one slow host does not hold
/// up the others.
struct WaitingTransfers {
    /// Streams that share the connections to a host that speaks HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let limit: Int
    private let limitPerHost: Int
    private var queue: [CurlTransfer] = []
    private var running: Set<ObjectIdentifier> = []
    private var runningPerHost: [MediaHost: Int] = [:]
    private var hostsWithHTTP2: Set<MediaHost> = []

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        self.limitPerHost = limitPerHost
    }

    mutating func append(_ transfer: CurlTransfer) {
        queue.append(transfer)
    }

    /// The next transfer that may start; it holds its place until `release`.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        guard running.count < limit else { return nil }
        guard let index = queue.firstIndex(where: { mayStart($0, at: now) }) else { return nil }
        let transfer = queue.remove(at: index)
        running.insert(ObjectIdentifier(transfer))
        runningPerHost[transfer.url.host, default: 0] += 1
        return transfer
    }

    /// When the first of those starts that only wait for a delay, or `nil`.
    func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        queue.compactMap(\.notBefore).filter { $0 > now }.min()
    }

    /// Gives a place back.
    mutating func release(_ transfer: CurlTransfer) {
        guard running.remove(ObjectIdentifier(transfer)) != nil else { return }
        let host = transfer.url.host
        let left = (runningPerHost[host] ?? 1) - 1
        runningPerHost[host] = left > 0 ? left : nil
    }

    /// Forgets a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        release(transfer)
        queue.removeAll { $0 === transfer }
    }

    /// A host speaks HTTP/2, so its streams share connections.
    mutating func noteHTTP2(_ transfer: CurlTransfer) {
        // Bounded: a stranger can name any number of hosts.
        if hostsWithHTTP2.count >= 10_000 { hostsWithHTTP2.removeAll() }
        hostsWithHTTP2.insert(transfer.url.host)
    }

    private func mayStart(_ transfer: CurlTransfer, at now: ContinuousClock.Instant) -> Bool {
        if let start = transfer.notBefore, start > now { return false }
        let host = transfer.url.host
        let places = hostsWithHTTP2.contains(host) ? limitPerHost * Self.streamLimit : limitPerHost
        return runningPerHost[host, default: 0] < places
    }
}
