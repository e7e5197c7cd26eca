import AttacheCore
import AttacheSystem

/// The payloads that a worker holds, without a lock, a connection or a clock: what to begin next, and what to extend or
/// give back.
///
/// Tenants take turns. A payload that was delivered too often is a suspect: it may have ended the workers that had it, or
/// only have been held by them. Suspects begin one at a time, so that the end of a worker is that of one of them.
struct WorkState {
    private struct Held {
        let delivery: PayloadDelivery
        var extended: ContinuousClock.Instant
        var begun: ContinuousClock.Instant?
        /// Whether the decision is made, and only streams are waited for.
        var isProcessed = false
    }

    private let limits: WorkLimits
    private var requests: PullRequests
    private var window: WorkWindow
    private var held: [Int: Held] = [:]
    private var lastNumber = 0
    private(set) var heldByteCount = 0
    private var scheduler = FairScheduler<String, PayloadDelivery>()
    private var suspects = Suspects()
    private(set) var isDraining = false

    init(limits: WorkLimits, consumers: [String]) {
        self.limits = limits
        requests = PullRequests(consumers: consumers)
        window = WorkWindow(limits: limits.leastDeliveryCount...limits.deliveryCount)
    }

    var heldCount: Int { held.count }
    var consumers: [String] { requests.consumerNames }
    var backlog: Int { requests.backlog }

    mutating func add(_ consumer: String) { requests.add(consumer) }

    // MARK: Arrival

    /// Holds a delivery until it is settled; returns `false` when it is to be given back.
    mutating func hold(_ given: PayloadDelivery, at now: ContinuousClock.Instant) -> Bool {
        let consumer = requests.noteArrival(given.acknowledgement)
        guard !isDraining else { return false }
        lastNumber += 1
        var delivery = given
        delivery.consumer = consumer
        delivery.number = lastNumber
        held[lastNumber] = Held(delivery: delivery, extended: now)
        heldByteCount += delivery.body.count
        requests.hold(of: consumer)
        if limits.suspectDeliveries.contains(delivery.acknowledgement.deliveryCount) {
            suspects.append(delivery, at: now)
        } else {
            scheduler.append(delivery, key: delivery.tenant)
        }
        return true
    }

    /// Ends a request that the server has ended.
    mutating func endRequest(_ number: Int) { requests.end(number) }

    /// Forgets every request, as after a new connection.
    mutating func endRequests() { requests.endAll() }

    /// Returns the requests to send now.
    mutating func newRequests(at now: ContinuousClock.Instant) -> [PullRequest] {
        window.update(at: now)
        requests.expire(at: now)
        guard !isDraining, heldByteCount < limits.byteCount else { return [] }
        return requests.open(window: window.count, byteCount: limits.byteCount - heldByteCount, at: now)
    }

    // MARK: Progress

    /// Whether a suspect waits for its turn, which may come by time alone.
    var hasWaitingSuspect: Bool { suspects.isWaiting }

    /// Begins the next payloads, at most `count`: a suspect if it is the turn of one, and else those of tenants.
    mutating func begin(_ count: Int, at now: ContinuousClock.Instant) -> [PayloadDelivery] {
        guard !isDraining else { return [] }
        if let suspect = suspects.next(at: now) {
            held[suspect.number]?.begun = now
            return [suspect]
        }
        // While others wait, no tenant has more than three quarters of the slots.
        let share = max(1, window.count - window.count / 4)
        let isAlone = scheduler.waitingKeyCount <= 1
        var begun: [PayloadDelivery] = []
        while begun.count < count, let (_, delivery) = scheduler.next(where: { isAlone || $1.running < share }) {
            held[delivery.number]?.begun = now
            begun.append(delivery)
        }
        return begun
    }

    /// Notes that the decision about a delivery is made: what is left is to store its result.
    mutating func finishProcessing(_ number: Int) { held[number]?.isProcessed = true }

    func isHeld(_ number: Int) -> Bool { held[number] != nil }

    /// Ends a delivery that was begun.
    mutating func settle(_ number: Int) {
        guard let held = held.removeValue(forKey: number) else { return }
        heldByteCount -= held.delivery.body.count
        requests.release(of: held.delivery.consumer)
        window.noteFinished()
        if !suspects.end(number), held.begun != nil { scheduler.release(held.delivery.tenant) }
    }

    /// Returns the deliveries whose time to the next delivery is to start again.
    mutating func extensions(at now: ContinuousClock.Instant) -> [PayloadDelivery] {
        let due = held.values.filter { $0.extended + limits.ackWait / 3 <= now }.map(\.delivery)
        for delivery in due { held[delivery.number]?.extended = now }
        return due
    }

    /// Returns a delivery that is processed for longer than any payload may be.
    func overdue(at now: ContinuousClock.Instant) -> PayloadDelivery? {
        held.values.first { held in
            !held.isProcessed && held.begun.map { $0 + limits.hangTime <= now } ?? false
        }?.delivery
    }

    // MARK: End

    /// Stops requests, and removes and returns the deliveries that were not begun.
    mutating func drain() -> [PayloadDelivery] {
        isDraining = true
        let waiting = scheduler.removeAll() + suspects.removeAll()
        for delivery in waiting {
            held[delivery.number] = nil
            heldByteCount -= delivery.body.count
            requests.release(of: delivery.consumer)
        }
        return waiting
    }

    /// Removes and returns every delivery that is left.
    mutating func removeAll() -> [PayloadDelivery] {
        let left = held.values.map(\.delivery)
        held = [:]
        return left
    }
}

/// The limits of the work that a worker holds.
struct WorkLimits: Sendable {
    /// The number of deliveries that a slow worker holds.
    var leastDeliveryCount: Int
    /// The number of deliveries that a fast worker holds; as many again while many consumers without a backlog get
    /// messages at once.
    var deliveryCount: Int
    /// The bytes of their bodies.
    var byteCount: Int
    /// The numbers of the deliveries in which a payload is a suspect.
    var suspectDeliveries: ClosedRange<Int>
    /// The time after which the server delivers again.
    var ackWait: Duration
    /// The time after which a payload in progress is taken to hang.
    var hangTime: Duration
}
