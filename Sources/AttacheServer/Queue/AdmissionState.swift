/// Who waits and who has a place: what the queue decides, without a lock and without waiting.
///
/// Nothing here takes longer the more wait, but for the one look at all clients when the queue is full.
struct AdmissionState {
    /// How long a client that has gone is still counted on, so that it finds a place when it comes back.
    private static let memory = Duration.seconds(5)
    /// Clients that are remembered with nothing under way, about.
    private static let idleLimit = 1024

    /// Places in all.
    let permitCount: Int
    /// Places that one client may have while there are others: three quarters.
    let clientPermitCount: Int
    private let limits: AdmissionLimits

    private(set) var free: Int
    private(set) var isClosed = false
    /// Requests that wait.
    private(set) var requestCount = 0
    private var waiters: [Int: AdmissionWaiter] = [:]
    private var lines: [Client: ClientQueue] = [:]
    private var pruning = Self.idleLimit
    /// Clients with somebody waiting, each once; and some whose waiters have left since.
    private var turns = RoundRobin()
    private var deadlines = TimerHeap()
    /// The client that worked last, and the last one before that was another.
    private var lastClient: (client: Client, instant: ContinuousClock.Instant)?
    private var otherClient: (client: Client, instant: ContinuousClock.Instant)?

    init(permitCount: Int, limits: AdmissionLimits) {
        self.permitCount = permitCount
        self.clientPermitCount = max(1, permitCount - permitCount / 4)
        self.limits = limits
        free = permitCount
    }

    /// How many wait, batch items included.
    var waitingCount: Int { waiters.count }
    /// The earliest deadline of all who wait, or of one who has left.
    var nextDeadline: ContinuousClock.Instant? { deadlines.first }

    /// Takes a place, where there is one and nobody of the same client waits for it.
    ///
    /// - Returns: Whether there was one.
    mutating func take(for client: Client, at now: ContinuousClock.Instant) -> Bool {
        let line = lines[client] ?? ClientQueue()
        guard line.waitingCount == 0, canAcquire(line, of: client, at: now) else { return false }
        give(to: client, at: now)
        return true
    }

    /// Puts somebody into its client's line.
    ///
    /// - Returns: Who must leave so that there is room.
    /// - Throws: `Problem` when it is the one who may not wait.
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

    /// Gives free places to clients in their turns.
    ///
    /// - Returns: Who has one now.
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

    /// Gives a place back.
    ///
    /// - Parameters:
    ///   - client: Who had it.
    ///   - duration: For how long.
    ///   - now: The current instant.
    mutating func leave(_ client: Client, after duration: Duration, at now: ContinuousClock.Instant) {
        free += 1
        lines[client]?.takenCount -= 1
        lines[client]?.note(duration)
        note(client, at: now)
    }

    /// Takes somebody out of its line.
    ///
    /// - Returns: Who that was; `nil` when it did not wait any more.
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

    /// Takes out everybody whose deadline has come.
    mutating func expire(at now: ContinuousClock.Instant) -> [AdmissionWaiter] {
        var expired: [AdmissionWaiter] = []
        while let number = deadlines.popFirst(at: now) {
            if let waiter = remove(number) { expired.append(waiter) }
        }
        return expired
    }

    /// Takes out everybody, and lets nobody in any more.
    mutating func close() -> [AdmissionWaiter] {
        isClosed = true
        return waiters.keys.sorted().compactMap { remove($0) }
    }

    // MARK: Room

    /// Refuses whoever finds too much waiting already; a full queue is shared, so that it is who has most waiting.
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
            throw Problem.tooMany("This client has \(own) requests waiting, as many as one may have.", retryAfter)
        }
        if .seconds(wait) > now.duration(to: waiter.deadline) {
            throw Problem.overloaded(
                "A place would come free in about \(retryAfter) s, after this request's deadline.",
                retryAfter
            )
        }
        guard requestCount >= limits.waiting else { return nil }
        guard let longest = lines.max(by: { $0.value.requests.count < $1.value.requests.count }),
            longest.value.requests.count > own + 1, let last = longest.value.requests.last
        else {
            throw Problem.overloaded("\(requestCount) requests are waiting, as many as may.", retryAfter)
        }
        return remove(last)
    }

    // MARK: Places

    private func canAcquire(_ line: ClientQueue, of client: Client, at now: ContinuousClock.Instant) -> Bool {
        guard free > 0 else { return false }
        return line.takenCount < clientPermitCount || !hasOthers(besides: client, line, at: now)
    }

    /// Whether anybody else waits, works, or did a moment ago.
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
