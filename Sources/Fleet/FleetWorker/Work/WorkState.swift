import AttacheCore
import AttacheSystem

/// The payloads that a worker holds, without a lock, a connection or a clock: what to begin next, and what to extend or
/// give back.
///
/// Tenants take turns. A payload that was delivered too often may have ended the workers that had it, or only have been
/// held by them. Such a suspect is processed beside others with a note. When the notes show that workers have ended during
/// its attempts, it is processed alone, so that its neighbours are not under suspicion too.
struct WorkState {
    /// How a payload is processed.
    private enum Care {
        case none
        /// Beside others, with a note.
        case noted
        case alone
    }

    private struct Held {
        let delivery: PayloadDelivery
        var care: Care
        /// The subject of the note about the attempt, until its stream has removed it.
        var note: String?
        var isNoteTaken = false
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
    /// Payloads to begin with a note.
    private var suspects = FIFOQueue<PayloadDelivery>()
    private var notedCount = 0
    /// Payloads to process alone.
    private var isolated = FIFOQueue<PayloadDelivery>()
    private var hasLoneInProgress = false
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

    /// Holds a delivery until it is settled; returns `false` when it is to be given back at once.
    mutating func hold(_ given: PayloadDelivery, at now: ContinuousClock.Instant) -> Bool {
        let consumer = requests.noteArrival(given.acknowledgement)
        guard !isDraining else { return false }
        lastNumber += 1
        var delivery = given
        delivery.consumer = consumer
        delivery.number = lastNumber
        let isSuspect = delivery.acknowledgement.deliveryCount > limits.deliveries
        held[lastNumber] = Held(delivery: delivery, care: isSuspect ? .noted : .none, extended: now)
        heldByteCount += delivery.body.count
        requests.hold(of: consumer)
        if isSuspect {
            suspects.append(delivery)
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

    /// Begins the next payloads, at most `count`. Suspects begin first, a few at a time; one that is to be alone begins
    /// while nothing else is in progress.
    mutating func begin(_ count: Int, at now: ContinuousClock.Instant) -> BegunWork {
        guard !isDraining, !hasLoneInProgress else { return .none }
        if !isolated.isEmpty {
            guard scheduler.load.running == 0, notedCount == 0, let lone = isolated.popFirst() else { return .none }
            hasLoneInProgress = true
            held[lone.number]?.begun = now
            return .alone(lone)
        }
        var begun: [PayloadDelivery] = []
        if !suspects.isEmpty, notedCount < WorkLimits.notedCount {
            // With its note a suspect begins at once: an attempt for which it only waits would count too.
            let free = min(count, WorkLimits.notedCount - notedCount, limits.jobs - scheduler.load.running - notedCount)
            while begun.count < free, let suspect = suspects.popFirst() {
                held[suspect.number]?.begun = now
                begun.append(suspect)
            }
            notedCount += begun.count
            return begun.isEmpty ? .none : .suspects(begun)
        }
        // While others wait, no tenant has more than three quarters of the slots.
        let share = max(1, window.count - window.count / 4)
        let isAlone = scheduler.waitingKeyCount <= 1
        while begun.count < count, let (_, delivery) = scheduler.next(where: { isAlone || $1.running < share }) {
            held[delivery.number]?.begun = now
            begun.append(delivery)
        }
        return begun.isEmpty ? .none : .deliveries(begun)
    }

    /// Lets a suspect wait for an attempt alone: workers have ended during those beside others. Returns `false` for one that
    /// is to be given back, since the worker drains.
    mutating func isolate(_ number: Int) -> Bool {
        guard let found = held[number], !isDraining else { return false }
        endCare(of: found)
        held[number]?.care = .alone
        held[number]?.begun = nil
        isolated.append(found.delivery)
        return true
    }

    private mutating func endCare(of held: Held) {
        guard held.begun != nil, !held.isProcessed else { return }
        switch held.care {
        case .none: break
        case .noted: notedCount -= 1
        case .alone: hasLoneInProgress = false
        }
    }

    /// Keeps the subject of the note about a suspect until the note is removed.
    mutating func keepNote(_ subject: String, of number: Int) { held[number]?.note = subject }

    /// Returns the subject of the note about a suspect, once.
    mutating func takeNote(of number: Int) -> String? {
        guard let found = held[number], let note = found.note, !found.isNoteTaken else { return nil }
        held[number]?.isNoteTaken = true
        return note
    }

    /// Forgets the note about a suspect, which its stream has removed.
    mutating func forgetNote(of number: Int) { held[number]?.note = nil }

    /// Notes that the worker has lived through a delivery: what is left is to store its result. A suspect is none any more,
    /// and delays no other payload.
    mutating func finishProcessing(_ number: Int) {
        guard let found = held[number], !found.isProcessed else { return }
        endCare(of: found)
        held[number]?.isProcessed = true
    }

    func isHeld(_ number: Int) -> Bool { held[number] != nil }

    /// Ends a delivery that was begun; returns it, or `nil` when it is not held any more.
    @discardableResult
    mutating func settle(_ number: Int) -> PayloadDelivery? {
        guard let held = held.removeValue(forKey: number) else { return nil }
        heldByteCount -= held.delivery.body.count
        requests.release(of: held.delivery.consumer)
        window.noteFinished()
        endCare(of: held)
        if held.care == .none, held.begun != nil { scheduler.release(held.delivery.tenant) }
        return held.delivery
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
        var waiting = scheduler.removeAll()
        while let suspect = suspects.popFirst() ?? isolated.popFirst() { waiting.append(suspect) }
        for delivery in waiting {
            held[delivery.number] = nil
            heldByteCount -= delivery.body.count
            requests.release(of: delivery.consumer)
        }
        return waiting
    }

    /// Removes and returns every delivery that is left, with the subject of the note that its stream may still have.
    mutating func removeAll() -> [(delivery: PayloadDelivery, note: String?)] {
        let left = held.values.map { (delivery: $0.delivery, note: $0.note) }
        held = [:]
        return left
    }
}

/// What to work on.
enum BegunWork: Sendable {
    case none
    case deliveries([PayloadDelivery])
    /// Payloads to process beside others, each with a note.
    case suspects([PayloadDelivery])
    /// A payload to process alone.
    case alone(PayloadDelivery)
}

/// The limits of the work that a worker holds.
struct WorkLimits: Sendable {
    /// The number of suspects that are processed beside others at once: each has a note, which a server stores and removes.
    static let notedCount = 16

    /// The number of payloads that wait for media at once.
    var jobs: Int
    /// The number of deliveries that a slow worker holds.
    var leastDeliveryCount: Int
    /// The number of deliveries that a fast worker holds; as many again while many consumers without a backlog get
    /// messages at once.
    var deliveryCount: Int
    /// The bytes of their bodies.
    var byteCount: Int
    /// The number of deliveries after which a payload is a suspect.
    var deliveries: Int
    /// The time after which the server delivers again.
    var ackWait: Duration
    /// The time after which a payload in progress is taken to hang.
    var hangTime: Duration
}
