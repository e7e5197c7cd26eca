import AttacheCore

/// The transfers that wait for a permit, for a slot of their host, or for a throttle's delay.
///
/// Hosts take turns, and so do the clients of a host. Hosts without a free slot are skipped, so that one slow or flooded
/// host does not delay the others.
struct TransferScheduler {
    /// The state of one transfer.
    enum State {
        case idle
        case delayed
        case waiting(ticket: Int)
        case running
    }

    /// The limit of streams that share a connection to a host with HTTP/2; servers offer about a hundred.
    private static let streamLimit = 100

    private let limit: Int
    private let limitPerHost: Int
    private var scheduler = FairScheduler<MediaHost, CurlTransfer>()
    private var delays = TimerQueue<ObjectIdentifier>()
    private var delayed: [ObjectIdentifier: CurlTransfer] = [:]
    private var hostsWithHTTP2: Set<MediaHost> = []

    init(limit: Int, limitPerHost: Int) {
        self.limit = limit
        self.limitPerHost = limitPerHost
    }

    mutating func append(_ transfer: CurlTransfer) {
        guard let start = transfer.notBefore else { return enqueue(transfer) }
        transfer.schedulerState = .delayed
        delays.insert(ObjectIdentifier(transfer), at: start)
        delayed[ObjectIdentifier(transfer)] = transfer
    }

    private mutating func enqueue(_ transfer: CurlTransfer) {
        let ticket = scheduler.append(transfer, key: transfer.url.host, lane: transfer.job.request.clientID)
        transfer.schedulerState = .waiting(ticket: ticket)
    }

    /// Returns the next transfer that may start; it holds its permit until `release`.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        while let due = delays.popFirst(at: now) {
            guard let transfer = delayed.removeValue(forKey: due) else { continue }
            transfer.notBefore = nil
            enqueue(transfer)
        }
        guard scheduler.load.running < limit else { return nil }
        let next = scheduler.next { host, load in
            load.running < (hostsWithHTTP2.contains(host) ? limitPerHost * Self.streamLimit : limitPerHost)
        }
        next?.element.schedulerState = .running
        return next?.element
    }

    /// The earliest start of the transfers that wait only for a delay, or `nil`.
    mutating func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        delays.firstInstant.flatMap { $0 > now ? $0 : nil }
    }

    mutating func release(_ transfer: CurlTransfer) {
        guard case .running = transfer.schedulerState else { return }
        transfer.schedulerState = .idle
        scheduler.release(transfer.url.host)
    }

    /// Removes a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        switch transfer.schedulerState {
        case .idle: return
        case .delayed:
            delays.remove(ObjectIdentifier(transfer))
            delayed[ObjectIdentifier(transfer)] = nil
        case .waiting(let ticket): scheduler.remove(ticket)
        case .running: return release(transfer)
        }
        transfer.schedulerState = .idle
    }

    /// Records that a host uses HTTP/2, so that its streams share connections.
    mutating func noteHTTP2(_ host: MediaHost) {
        // Bounded: an attacker can name any number of hosts.
        if hostsWithHTTP2.count >= 10_000 { hostsWithHTTP2.removeAll() }
        if hostsWithHTTP2.insert(host).inserted { scheduler.unblock(host) }
    }
}
