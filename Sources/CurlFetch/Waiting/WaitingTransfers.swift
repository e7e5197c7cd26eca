import AttacheCore

/// The transfers that wait for their turn: for a place overall, for one at their host, or for a throttle's delay.
///
/// Hosts are served in turn, each in the order of arrival, passing over those that have no place left, so that one slow
/// or flooded host does not hold up the others.
struct TransferScheduler {
    /// Transfers that may be under way at once.
    private let limit: Int
    private let hosts: ConnectionLimits
    private var turns = HostRoundRobin()
    private var delayed = TimerQueue<CurlTransfer>()
    private var running: Set<ObjectIdentifier> = []

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        hosts = ConnectionLimits(connectionLimit: limitPerHost)
    }

    mutating func append(_ transfer: CurlTransfer) {
        transfer.isWaiting = true
        if let start = transfer.notBefore {
            delayed.insert(transfer, at: start)
        } else {
            turns.append(transfer)
        }
    }

    /// The next transfer that may start; it holds its place until `release`.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        while let (start, transfer) = delayed.first, start <= now {
            delayed.removeFirst()
            transfer.notBefore = nil
            if transfer.isWaiting { turns.append(transfer) }
        }
        guard running.count < limit, let transfer = turns.next(hosts: hosts) else { return nil }
        running.insert(ObjectIdentifier(transfer))
        hosts.take(transfer.url.host)
        return transfer
    }

    /// When the first of those starts that only wait for a delay, or `nil`.
    mutating func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        while let (start, transfer) = delayed.first {
            if transfer.isWaiting { return start > now ? start : nil }
            delayed.removeFirst()
        }
        return nil
    }

    /// Gives a place back.
    mutating func release(_ transfer: CurlTransfer) {
        guard running.remove(ObjectIdentifier(transfer)) != nil else { return }
        let host = transfer.url.host
        hosts.release(host)
        turns.list(host)
    }

    /// Forgets a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        release(transfer)
        guard transfer.isWaiting else { return }
        transfer.isWaiting = false
        // One that waits for its delay is dropped when that is over.
        guard transfer.notBefore == nil else { return }
        turns.remove(transfer)
    }

    /// A host speaks HTTP/2, so its streams share connections.
    mutating func noteHTTP2(_ transfer: CurlTransfer) {
        if hosts.noteHTTP2(transfer.url.host) { turns.list(transfer.url.host) }
    }
}
