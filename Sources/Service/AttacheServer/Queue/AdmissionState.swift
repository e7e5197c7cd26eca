import AttacheCore
import AttacheSystem

/// The admission decisions of the queue, without a lock and without waiting.
///
/// The cost of each operation is independent of the number of waiters, except for one scan of all clients when the
/// queue is full.
struct AdmissionState {
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
    private var paces = ClientPaces<Client>()

    init(permitCount: Int, limits: AdmissionLimits) {
        self.permitCount = permitCount
        self.limits = limits
        share = ClientShare(permitCount: permitCount, isShared: limits.hasSeveralClients)
    }

    /// The number of waiters, including batch items.
    var waitingCount: Int { scheduler.load.waiting }
    var free: Int { permitCount - scheduler.load.running }
    /// The earliest deadline of all waiters.
    var nextDeadline: ContinuousClock.Instant? {
        mutating get { deadlines.firstInstant }
    }

    /// Takes a permit if one is free and no other request of the client waits; returns whether it did.
    mutating func take(for client: Client) -> Bool {
        // Whether or not it gets a permit: the next one must find room.
        share.note(client)
        let own = scheduler.load(of: client)
        guard free > 0, own.waiting == 0, own.running < share.limit else { return false }
        if own.isIdle { paces.begin(client) }
        scheduler.take(client)
        return true
    }

    mutating func noteSeveralClients() { share.noteSeveral() }

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
        if scheduler.load(of: request.client).isIdle { paces.begin(request.client) }
        let ticket = scheduler.append(request, key: request.client, lane: request.kind.rawValue)
        deadlines.insert(ticket, at: request.deadline)
        return (ticket, evicted)
    }

    /// Grants free permits to clients in turn, and returns the waiters that received one.
    mutating func grant() -> [Waiter<AdmissionDecision>] {
        var granted: [Waiter<AdmissionDecision>] = []
        while free > 0, let (ticket, request) = scheduler.next(where: { $1.running < share.limit }) {
            noteEnd(of: request, ticket)
            granted.append(request.waiter)
        }
        return granted
    }

    /// Releases a permit that was held for `duration`.
    mutating func leave(_ client: Client, after duration: Duration, at now: ContinuousClock.Instant) {
        scheduler.release(client)
        paces.end(client, after: duration, at: now)
        guard paces.isCrowded else { return }
        let scheduler = scheduler
        paces.forget { scheduler.load(of: $0).isIdle }
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
        let clientCount = scheduler.waitingKeyCount + (scheduler.load(of: request.client).waiting == 0 ? 1 : 0)
        let permits = min(share.limit, permitCount / clientCount)
        let wait = paces.wait(of: own + 1, for: request.client, permitCount: permits, at: now)
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

/// The permits that one client may hold: three quarters, and all of them while it is the only one that was ever seen.
///
/// A client that sends rarely would find no permit if the others were held by one that may take all of them meanwhile.
private struct ClientShare {
    private let permitCount: Int
    private var first: Client?
    private var isShared: Bool

    init(permitCount: Int, isShared: Bool) {
        self.permitCount = permitCount
        self.isShared = isShared
    }

    /// The number of permits.
    var limit: Int { isShared ? FairShare.ofOneClient(in: permitCount) : permitCount }

    /// Records that there are several clients, which may not have come yet.
    mutating func noteSeveral() { isShared = true }

    /// Records that a client is there.
    mutating func note(_ client: Client) {
        guard !isShared else { return }
        if first == nil { first = client }
        isShared = first != client
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
