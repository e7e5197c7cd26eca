import AttacheCore

/// The admission decisions of the queue, without a lock and without waiting.
///
/// The cost of each operation is independent of the number of waiters, except for one scan of all clients when the
/// queue is full.
struct AdmissionState {
    /// The approximate number of idle clients to keep.
    private static let idleLimit = 1024
    /// The time that a client is expected to hold a permit at first, in seconds.
    private static let initialMeanTime = 0.05

    /// The total number of permits.
    let permitCount: Int
    private let limits: AdmissionLimits

    private(set) var isClosed = false
    /// The number of waiting requests, without batch items.
    private(set) var requestCount = 0
    /// Requests and batch items of one client take turns, so that a batch delays its own client's requests no more than
    /// those of others.
    private var scheduler = FairScheduler<Client, AdmissionRequest>()
    private var share: ClientShare
    private var deadlines = TimerQueue<Int>()
    /// The moving mean of the time that each client holds a permit, in seconds.
    private var meanTimes: [Client: Double] = [:]
    private var meanTimeLimit = Self.idleLimit

    init(permitCount: Int, limits: AdmissionLimits) {
        self.permitCount = permitCount
        self.limits = limits
        share = ClientShare(limit: max(1, permitCount - permitCount / 4))
    }

    /// The number of waiters, including batch items.
    var waitingCount: Int { scheduler.load.waiting }
    var free: Int { permitCount - scheduler.load.running }
    /// The earliest deadline of all waiters.
    var nextDeadline: ContinuousClock.Instant? {
        mutating get { deadlines.firstInstant }
    }

    /// Takes a permit if one is free and no other request of the client waits; returns whether it did.
    mutating func take(for client: Client, at now: ContinuousClock.Instant) -> Bool {
        let own = scheduler.load(of: client)
        guard free > 0, own.waiting == 0, share.hasRoom(for: client, own, of: scheduler.load, at: now) else {
            return false
        }
        scheduler.take(client)
        share.note(client, at: now)
        return true
    }

    /// Enqueues a request; returns a ticket to remove it with, and the waiter that is evicted to make room. Throws if the
    /// new request is refused.
    mutating func enqueue(
        _ request: AdmissionRequest,
        at now: ContinuousClock.Instant
    ) throws(Problem) -> (ticket: Int, evicted: Waiter<AdmissionDecision>?) {
        var evicted: Waiter<AdmissionDecision>?
        if request.kind == .request {
            evicted = try makeRoom(for: request, at: now)
            requestCount += 1
        }
        let ticket = scheduler.append(request, key: request.client, lane: request.kind.rawValue)
        deadlines.insert(ticket, at: request.deadline)
        return (ticket, evicted)
    }

    /// Grants free permits to clients in turn, and returns the waiters that received one.
    mutating func grant(at now: ContinuousClock.Instant) -> [Waiter<AdmissionDecision>] {
        var granted: [Waiter<AdmissionDecision>] = []
        var skipped: [Client] = []
        while free > 0 {
            let total = scheduler.load
            let next = scheduler.next { client, own in
                let hasRoom = share.hasRoom(for: client, own, of: total, at: now)
                if !hasRoom { skipped.append(client) }
                return hasRoom
            }
            guard let (ticket, request) = next else { break }
            noteEnd(of: request, ticket)
            share.note(request.client, at: now)
            granted.append(request.waiter)
        }
        // They have room as soon as the other clients are idle.
        for client in skipped { scheduler.unblock(client) }
        return granted
    }

    /// Releases a permit that was held for `duration`.
    mutating func leave(_ client: Client, after duration: Duration, at now: ContinuousClock.Instant) {
        scheduler.release(client)
        share.note(client, at: now)
        let meanTime = meanTimes[client] ?? Self.initialMeanTime
        meanTimes[client] = meanTime + (duration / .seconds(1) - meanTime) / 32
        guard meanTimes.count > meanTimeLimit else { return }
        meanTimes = meanTimes.filter { !scheduler.load(of: $0.key).isIdle }
        meanTimeLimit = max(Self.idleLimit, meanTimes.count * 2)
    }

    /// Records how long a request with a new permit waited for the processor.
    mutating func note(processorDelay: Duration, at now: ContinuousClock.Instant) {
        share.note(processorDelay: processorDelay, at: now)
    }

    /// Removes a waiter; returns `nil` if it is not waiting any more.
    mutating func remove(_ ticket: Int) -> Waiter<AdmissionDecision>? {
        guard let request = scheduler.remove(ticket) else { return nil }
        noteEnd(of: request, ticket)
        return request.waiter
    }

    /// Updates the state after a request has left the scheduler.
    private mutating func noteEnd(of request: AdmissionRequest, _ ticket: Int) {
        deadlines.remove(ticket)
        if request.kind == .request { requestCount -= 1 }
    }

    /// Removes and returns the waiters whose deadline has passed.
    mutating func expire(at now: ContinuousClock.Instant) -> [Waiter<AdmissionDecision>] {
        var expired: [Waiter<AdmissionDecision>] = []
        while let ticket = deadlines.popFirst(at: now) {
            if let waiter = remove(ticket) { expired.append(waiter) }
        }
        return expired
    }

    /// Closes the queue, and removes and returns all waiters.
    mutating func close() -> [Waiter<AdmissionDecision>] {
        isClosed = true
        requestCount = 0
        deadlines = TimerQueue()
        return scheduler.removeAll().map(\.waiter)
    }

    /// Refuses the request if too many wait already; if the whole queue is full, removes and returns the last waiter of
    /// the client with the most waiting requests.
    private mutating func makeRoom(
        for request: AdmissionRequest,
        at now: ContinuousClock.Instant
    ) throws(Problem) -> Waiter<AdmissionDecision>? {
        let lane = AdmissionRequest.Kind.request.rawValue
        let own = scheduler.waitingCount(of: request.client, in: lane)
        let isNew = scheduler.load(of: request.client).waiting == 0
        let clientCount = scheduler.waitingKeyCount + (isNew ? 1 : 0)
        let isLimited = !share.isAlone(request.client, scheduler.load(of: request.client), of: scheduler.load, at: now)
        let permits = Double(max(1, min(isLimited ? share.limit : permitCount, permitCount / clientCount)))
        let wait = Double(own + 1) * (meanTimes[request.client] ?? Self.initialMeanTime) / permits
        let retryAfter = max(1, Int(wait.rounded(.up)))
        if own >= limits.waitingPerClient {
            throw Problem.tooManyWaiting(own, retryAfter)
        }
        if .seconds(wait) > now.duration(to: request.deadline) {
            throw Problem.permitAfterDeadline(retryAfter)
        }
        guard requestCount >= limits.waiting else { return nil }
        guard let longest = scheduler.longestKey(in: lane),
            scheduler.waitingCount(of: longest, in: lane) > own + 1,
            let (ticket, evicted) = scheduler.removeLast(of: longest, in: lane)
        else {
            throw Problem.queueFull(requestCount, retryAfter)
        }
        noteEnd(of: evicted, ticket)
        return evicted.waiter
    }
}

/// A request or batch item that needs a permit.
struct AdmissionRequest: Sendable {
    enum Kind: Int {
        /// A single request, to which the limits apply.
        case request
        /// An item of a batch that was admitted as a whole.
        case batchItem
    }

    let client: Client
    let kind: Kind
    let deadline: ContinuousClock.Instant
    let waiter: Waiter<AdmissionDecision>
}

/// The permits that one client may hold: all of them while it is alone, and a limited number beside others.
struct ClientShare {
    /// How long an idle client still counts as active, so that it finds a free permit when it returns.
    private static let memory = Duration.seconds(5)

    /// The processor delay above which one client holds fewer permits.
    private static let acceptableDelay = Duration.milliseconds(1)
    /// The time between two changes of the limit.
    private static let interval = Duration.milliseconds(10)

    /// The permits that one client may hold while others are active.
    private(set) var limit: Int
    private let lowest: Int
    private let highest: Int
    private var intervalStart: ContinuousClock.Instant?
    /// The least processor delay since the start of the interval.
    private var leastDelay: Duration?
    /// The most recently active client, and the most recent one before it that was different.
    private var last: (client: Client, instant: ContinuousClock.Instant)?
    private var other: (client: Client, instant: ContinuousClock.Instant)?

    /// Creates the share of a client.
    ///
    /// - Parameter limit: The permits of one client while the processor keeps up, at least 1; while it does not, a
    ///   sixteenth of them remains.
    init(limit: Int) {
        self.limit = limit
        highest = limit
        lowest = max(1, limit / 16)
    }

    /// Whether a client may hold one more permit: it is below the limit, or alone.
    func hasRoom(
        for client: Client,
        _ own: SchedulerLoad,
        of total: SchedulerLoad,
        at now: ContinuousClock.Instant
    ) -> Bool {
        own.running < limit || isAlone(client, own, of: total, at: now)
    }

    /// Whether no other client waits, holds a permit, or did a moment ago.
    func isAlone(
        _ client: Client,
        _ own: SchedulerLoad,
        of total: SchedulerLoad,
        at now: ContinuousClock.Instant
    ) -> Bool {
        if total.waiting > own.waiting || total.running > own.running { return false }
        guard let other = last?.client == client ? other : last else { return true }
        return other.instant.duration(to: now) >= Self.memory
    }

    /// Records that a client is active.
    mutating func note(_ client: Client, at now: ContinuousClock.Instant) {
        if let last, last.client != client { other = last }
        last = (client, now)
    }

    /// Adapts the limit to how long a request with a new permit waited for the processor.
    ///
    /// The least delay of an interval counts, as in CoDel: a queue that is never empty, and not a short burst. RFC 8289,
    /// section 4.2.
    mutating func note(processorDelay: Duration, at now: ContinuousClock.Instant) {
        leastDelay = min(leastDelay ?? processorDelay, processorDelay)
        guard let intervalStart else {
            intervalStart = now
            return
        }
        guard let delay = leastDelay, intervalStart.duration(to: now) >= Self.interval else { return }
        limit = delay > Self.acceptableDelay ? max(lowest, limit * 3 / 4) : min(highest, limit + 1)
        self.intervalStart = now
        leastDelay = nil
    }
}
