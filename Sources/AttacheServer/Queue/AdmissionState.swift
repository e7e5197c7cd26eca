/// The admission decisions of the queue, without a lock and without waiting.
///
/// The cost of each operation is independent of the number of waiters, except for one scan of all clients when the
/// queue is full.
struct AdmissionState {
    /// How long an idle client still counts as active, so that it finds a free permit when it returns.
    private static let memory = Duration.seconds(5)
    /// The approximate number of idle clients to keep.
    private static let idleLimit = 1024

    /// The total number of permits.
    let permitCount: Int
    /// The permits that one client may hold while others are active: three quarters.
    let clientPermitCount: Int
    private let limits: AdmissionLimits

    private(set) var free: Int
    private(set) var isClosed = false
    /// The number of waiting requests, without batch items.
    private(set) var requestCount = 0
    private var waiters: [Int: AdmissionWaiter] = [:]
    private var lines: [Client: ClientQueue] = [:]
    private var pruning = Self.idleLimit
    /// Clients with waiters, each once; it may also contain clients whose waiters have left.
    private var turns = RoundRobin()
    private var deadlines = TimerHeap()
    /// The most recently active client, and the most recent one before it that was different.
    private var lastClient: (client: Client, instant: ContinuousClock.Instant)?
    private var otherClient: (client: Client, instant: ContinuousClock.Instant)?

    init(permitCount: Int, limits: AdmissionLimits) {
        self.permitCount = permitCount
        self.clientPermitCount = max(1, permitCount - permitCount / 4)
        self.limits = limits
        free = permitCount
    }

    /// The number of waiters, including batch items.
    var waitingCount: Int { waiters.count }
    /// The earliest deadline of all waiters; it may belong to one that has left.
    var nextDeadline: ContinuousClock.Instant? { deadlines.first }

    /// Takes a permit if one is free and no other request of the client waits; returns whether it did.
    mutating func take(for client: Client, at now: ContinuousClock.Instant) -> Bool {
        let line = lines[client] ?? ClientQueue()
        guard line.waitingCount == 0, canAcquire(line, of: client, at: now) else { return false }
        give(to: client, at: now)
        return true
    }

    /// Enqueues a waiter, and returns the waiter to evict to make room; throws if the new waiter is refused.
    mutating func enqueue(
        _ number: Int,
        _ waiter: AdmissionWaiter,
        at now: ContinuousClock.Instant
    ) throws(Problem) -> AdmissionWaiter? {
        var evicted: AdmissionWaiter?
        if waiter.kind == .request { evicted = try makeRoom(for: waiter, at: now) }
        var line = lines[waiter.client] ?? ClientQueue()
        switch waiter.kind {
        case .request:
            line.requests.append(number, waiter, to: &waiters)
            requestCount += 1
        case .batchItem:
            line.batchItems.append(number, waiter, to: &waiters)
        }
        if !line.hasTurn {
            line.hasTurn = true
            turns.append(waiter.client)
        }
        keep(line, of: waiter.client)
        deadlines.insert(number, at: waiter.deadline)
        if deadlines.count > 64, deadlines.count > waiters.count * 2 { deadlines.compact { waiters[$0] != nil } }
        return evicted
    }

    /// Grants free permits to clients in turn, and returns the waiters that received one.
    mutating func grant(at now: ContinuousClock.Instant) -> [AdmissionWaiter] {
        var granted: [AdmissionWaiter] = []
        var passed = 0
        while free > 0, passed < turns.count, let client = turns.popFirst() {
            guard var line = lines[client], line.waitingCount > 0 else {
                lines[client]?.hasTurn = false
                continue
            }
            guard canAcquire(line, of: client, at: now) else {
                turns.append(client)
                passed += 1
                continue
            }
            if let waiter = line.takeFirst(from: &waiters) {
                granted.append(waiter)
                if waiter.kind == .request { requestCount -= 1 }
            }
            line.hasTurn = line.waitingCount > 0
            if line.hasTurn { turns.append(client) }
            lines[client] = line
            give(to: client, at: now)
            passed = 0
        }
        return granted
    }

    /// Releases a permit that was held for `duration`.
    mutating func leave(_ client: Client, after duration: Duration, at now: ContinuousClock.Instant) {
        free += 1
        lines[client]?.takenCount -= 1
        lines[client]?.note(duration)
        note(client, at: now)
    }

    /// Removes a waiter; returns `nil` if it is not waiting any more.
    mutating func remove(_ number: Int) -> AdmissionWaiter? {
        guard let client = waiters[number]?.client, let kind = waiters[number]?.kind else { return nil }
        switch kind {
        case .request:
            requestCount -= 1
            return lines[client]?.requests.remove(number, from: &waiters)
        case .batchItem:
            return lines[client]?.batchItems.remove(number, from: &waiters)
        }
    }

    /// Removes and returns the waiters whose deadline has passed.
    mutating func expire(at now: ContinuousClock.Instant) -> [AdmissionWaiter] {
        var expired: [AdmissionWaiter] = []
        while let number = deadlines.popFirst(at: now) {
            if let waiter = remove(number) { expired.append(waiter) }
        }
        return expired
    }

    /// Closes the queue, and removes and returns all waiters.
    mutating func close() -> [AdmissionWaiter] {
        isClosed = true
        return waiters.keys.sorted().compactMap { remove($0) }
    }

    // MARK: Room

    /// Refuses the waiter if too many wait already; if the whole queue is full, returns the last waiter of the client
    /// with the most waiting requests for eviction.
    private mutating func makeRoom(
        for waiter: AdmissionWaiter,
        at now: ContinuousClock.Instant
    ) throws(Problem) -> AdmissionWaiter? {
        let line = lines[waiter.client] ?? ClientQueue()
        let own = line.requests.count
        let places = Double(max(1, min(clientPermitCount, permitCount / max(1, turns.count + (line.hasTurn ? 0 : 1)))))
        let wait = Double(own + 1) * line.meanTime / places
        let retryAfter = max(1, Int(wait.rounded(.up)))
        if own >= limits.waitingPerClient {
            throw Problem.tooMany("This client has reached its limit of \(own) waiting requests.", retryAfter)
        }
        if .seconds(wait) > now.duration(to: waiter.deadline) {
            throw Problem.overloaded(
                "The next permit is expected in about \(retryAfter) s, after this request's deadline.",
                retryAfter
            )
        }
        guard requestCount >= limits.waiting else { return nil }
        guard let longest = lines.max(by: { $0.value.requests.count < $1.value.requests.count }),
            longest.value.requests.count > own + 1, let last = longest.value.requests.last
        else {
            throw Problem.overloaded("The queue is full with \(requestCount) waiting requests.", retryAfter)
        }
        return remove(last)
    }

    // MARK: Permits

    private func canAcquire(_ line: ClientQueue, of client: Client, at now: ContinuousClock.Instant) -> Bool {
        guard free > 0 else { return false }
        return line.takenCount < clientPermitCount || !hasOthers(besides: client, line, at: now)
    }

    /// Whether another client waits, holds a permit, or did a moment ago.
    private func hasOthers(besides client: Client, _ line: ClientQueue, at now: ContinuousClock.Instant) -> Bool {
        if waiters.count > line.waitingCount || permitCount - free > line.takenCount { return true }
        let other = lastClient?.client == client ? otherClient : lastClient
        return other.map { $0.instant.duration(to: now) < Self.memory } ?? false
    }

    private mutating func give(to client: Client, at now: ContinuousClock.Instant) {
        free -= 1
        var line = lines[client] ?? ClientQueue()
        line.takenCount += 1
        keep(line, of: client)
        note(client, at: now)
    }

    private mutating func note(_ client: Client, at now: ContinuousClock.Instant) {
        if let lastClient, lastClient.client != client { otherClient = lastClient }
        lastClient = (client, now)
    }

    private mutating func keep(_ line: ClientQueue, of client: Client) {
        lines[client] = line
        guard lines.count > pruning else { return }
        lines = lines.filter { !$0.value.isIdle || $0.value.hasTurn }
        pruning = max(Self.idleLimit, lines.count * 2)
    }
}
