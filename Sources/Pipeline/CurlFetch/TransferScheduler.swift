import AttacheCore

/// The transfers of one loop that wait for a permit, or for a throttle's delay.
struct TransferScheduler {
    /// The state of one transfer.
    enum State {
        case idle
        case delayed
        case waiting(ticket: Int)
        case running
    }

    private let permits: TransferPermits
    /// Unretained: the loop has the scheduler.
    weak var owner: (any PermitOwner)?
    private var delays = TimerQueue<ObjectIdentifier>()
    private var delayed: [ObjectIdentifier: CurlTransfer] = [:]
    /// The transfers that wait for a permit, by their jobs.
    private var waiting: [ObjectIdentifier: CurlTransfer] = [:]

    init(_ permits: TransferPermits, owner: (any PermitOwner)? = nil) {
        self.permits = permits
        self.owner = owner
    }

    mutating func append(_ transfer: CurlTransfer) {
        guard let start = transfer.notBefore else { return enqueue(transfer) }
        transfer.schedulerState = .delayed
        delays.insert(ObjectIdentifier(transfer), at: start)
        delayed[ObjectIdentifier(transfer)] = transfer
    }

    private mutating func enqueue(_ transfer: CurlTransfer) {
        waiting[ObjectIdentifier(transfer.job)] = transfer
        transfer.schedulerState = .waiting(ticket: permits.append(transfer.job, of: owner))
    }

    /// Returns the next transfer of this loop that may start, which holds its permit until `release`; starts those of other
    /// loops whose turn comes before.
    mutating func next(at now: ContinuousClock.Instant) -> CurlTransfer? {
        while let due = delays.popFirst(at: now) {
            guard let transfer = delayed.removeValue(forKey: due) else { continue }
            transfer.notBefore = nil
            enqueue(transfer)
        }
        while let turn = permits.next() {
            guard turn.owner === owner else {
                turn.owner?.start(turn.job)
                continue
            }
            if let transfer = take(turn.job) { return transfer }
        }
        return nil
    }

    /// Takes the transfer of a job that has a permit; `nil` when it has ended meanwhile, which gave the permit back.
    mutating func take(_ job: FetchJob) -> CurlTransfer? {
        let transfer = waiting.removeValue(forKey: ObjectIdentifier(job))
        transfer?.schedulerState = .running
        return transfer
    }

    /// The earliest start of the transfers that wait only for a delay, or `nil`.
    mutating func nextStart(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        delays.firstInstant.flatMap { $0 > now ? $0 : nil }
    }

    mutating func release(_ transfer: CurlTransfer) {
        guard case .running = transfer.schedulerState else { return }
        transfer.schedulerState = .idle
        permits.release(transfer.job)
    }

    /// Removes a transfer that has ended, wherever it is.
    mutating func remove(_ transfer: CurlTransfer) {
        switch transfer.schedulerState {
        case .idle: return
        case .delayed:
            delays.remove(ObjectIdentifier(transfer))
            delayed[ObjectIdentifier(transfer)] = nil
        case .waiting(let ticket):
            waiting[ObjectIdentifier(transfer.job)] = nil
            // Its turn may be on the way from another loop.
            if !permits.remove(ticket) { permits.release(transfer.job) }
        case .running: return release(transfer)
        }
        transfer.schedulerState = .idle
    }

    /// Records that a host uses HTTP/2, so that its streams share connections.
    func noteHTTP2(_ host: MediaHost) { permits.noteHTTP2(host) }
}
