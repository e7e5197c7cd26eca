import AttacheCore
import AttacheSystem

/// The payloads that a worker holds, without a lock, a connection or a clock: what to request, what to begin next, and
/// what to extend or give back.
///
/// Tenants take turns. A payload that was delivered too often may have ended the workers that had it: such a suspect is
/// processed alone, so that its neighbours are not under suspicion too.
struct WorkState {
    private struct Source {
        let name: String
        /// The number of messages at the consumer after the last delivery.
        var backlog = 0
        /// The number of messages that were requested and have not arrived.
        var requested = 0
        var held = 0
        /// The requests in the order in which the server serves them; some are over.
        var requests = FIFOQueue<Int>()
    }

    private struct Request {
        let source: Int
        var left: Int
        let deadline: ContinuousClock.Instant
    }

    private struct Held {
        let delivery: PayloadDelivery
        let isSuspect: Bool
        /// The subject of the note that it is processed alone, until its stream has removed it.
        var note: String?
        var isNoteTaken = false
        var extended: ContinuousClock.Instant
        var begun: ContinuousClock.Instant?
        /// Whether the decision is made, and only streams are waited for.
        var isProcessed = false
    }

    private let limits: WorkLimits
    private var sources: [Source]
    private var requests: [Int: Request] = [:]
    private var lastRequest = 0
    private var held: [Int: Held] = [:]
    private var lastNumber = 0
    private(set) var heldByteCount = 0
    private var scheduler = FairScheduler<String, PayloadDelivery>()
    private var suspects = FIFOQueue<PayloadDelivery>()
    private var hasSuspectInProgress = false
    private(set) var isDraining = false

    init(limits: WorkLimits, consumers: [String]) {
        self.limits = limits
        sources = consumers.map { Source(name: $0) }
    }

    var heldCount: Int { held.count }
    var consumers: [String] { sources.map(\.name) }
    var backlog: Int { sources.reduce(0) { $0 + $1.backlog } }

    mutating func add(_ consumer: String) { sources.append(Source(name: consumer)) }

    // MARK: Arrival

    /// Holds a delivery until it is settled; returns `false` when it is to be given back at once.
    mutating func hold(_ given: PayloadDelivery, at now: ContinuousClock.Instant) -> Bool {
        // A message has its own subject, so that only its consumer is known and not its request.
        let consumer = sources.firstIndex { $0.name == given.acknowledgement.consumer } ?? 0
        noteArrival(from: consumer)
        sources[consumer].backlog = given.acknowledgement.pendingCount
        guard !isDraining else { return false }
        lastNumber += 1
        var delivery = given
        delivery.consumer = consumer
        delivery.number = lastNumber
        let isSuspect = delivery.acknowledgement.deliveryCount > limits.deliveries
        held[lastNumber] = Held(delivery: delivery, isSuspect: isSuspect, extended: now)
        heldByteCount += delivery.body.count
        sources[delivery.consumer].held += 1
        if isSuspect {
            suspects.append(delivery)
        } else {
            scheduler.append(delivery, key: delivery.tenant)
        }
        return true
    }

    private mutating func noteArrival(from consumer: Int) {
        while let number = sources[consumer].requests.first {
            guard var request = requests[number] else {
                sources[consumer].requests.popFirst()
                continue
            }
            request.left -= 1
            sources[consumer].requested -= 1
            requests[number] = request.left > 0 ? request : nil
            return
        }
    }

    /// Ends a request that the server has ended.
    mutating func endRequest(_ number: Int) {
        guard let request = requests.removeValue(forKey: number) else { return }
        sources[request.source].requested -= request.left
        // Without messages the consumer has none.
        sources[request.source].backlog = 0
    }

    /// Forgets every request, as after a new connection.
    mutating func endRequests() {
        for number in requests.keys { endRequest(number) }
    }

    // MARK: Requests

    /// Returns the requests to send now.
    mutating func newRequests(at now: ContinuousClock.Instant) -> [PullRequest] {
        for (number, request) in requests where now >= request.deadline { endRequest(number) }
        guard !isDraining, heldByteCount < limits.byteCount else { return [] }
        let activeCount = max(1, sources.count { $0.backlog > 0 || $0.held > 0 })
        var pulls: [PullRequest] = []
        for index in sources.indices {
            let source = sources[index]
            let isActive = source.backlog > 0 || source.held > 0
            let target =
                isActive
                ? max(1, limits.deliveryCount / activeCount)
                : max(1, min(WorkLimits.idleCount, limits.deliveryCount / sources.count))
            let missing = target - source.held - source.requested
            guard missing > 0, missing >= target / 4 || source.requested == 0 else { continue }
            lastRequest += 1
            requests[lastRequest] = Request(
                source: index,
                left: missing,
                deadline: now + PullRequest.expiry + .seconds(2)
            )
            sources[index].requested += missing
            sources[index].requests.append(lastRequest)
            let room = (limits.byteCount - heldByteCount) / activeCount
            pulls.append(
                PullRequest(
                    number: lastRequest,
                    consumer: source.name,
                    count: missing,
                    byteCount: max(room, WorkLimits.messageLimit)
                )
            )
        }
        return pulls
    }

    // MARK: Progress

    /// Begins the next payloads, at most `count`; a suspect is alone, and only while nothing else is in progress.
    mutating func begin(_ count: Int, at now: ContinuousClock.Instant) -> BegunWork {
        guard !isDraining, !hasSuspectInProgress else { return .none }
        if let suspect = suspects.first {
            guard scheduler.load.running == 0 else { return .none }
            suspects.popFirst()
            hasSuspectInProgress = true
            held[suspect.number]?.begun = now
            return .suspect(suspect)
        }
        var begun: [PayloadDelivery] = []
        // While others wait, no tenant has more than three quarters of the slots.
        let share = max(1, limits.deliveryCount - limits.deliveryCount / 4)
        let isAlone = scheduler.waitingKeyCount <= 1
        while begun.count < count, let (_, delivery) = scheduler.next(where: { isAlone || $1.running < share }) {
            held[delivery.number]?.begun = now
            begun.append(delivery)
        }
        return begun.isEmpty ? .none : .deliveries(begun)
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
        held[number]?.isProcessed = true
        if found.isSuspect { hasSuspectInProgress = false }
    }

    func isHeld(_ number: Int) -> Bool { held[number] != nil }

    /// Ends a delivery that was begun; returns it, or `nil` when it is not held any more.
    @discardableResult
    mutating func settle(_ number: Int) -> PayloadDelivery? {
        guard let held = held.removeValue(forKey: number) else { return nil }
        heldByteCount -= held.delivery.body.count
        sources[held.delivery.consumer].held -= 1
        if held.isSuspect {
            if !held.isProcessed { hasSuspectInProgress = false }
        } else if held.begun != nil {
            scheduler.release(held.delivery.tenant)
        }
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
        while let suspect = suspects.popFirst() { waiting.append(suspect) }
        for delivery in waiting {
            held[delivery.number] = nil
            heldByteCount -= delivery.body.count
            sources[delivery.consumer].held -= 1
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
    /// A payload to process alone.
    case suspect(PayloadDelivery)
}

/// A request for messages of a consumer.
struct PullRequest: Sendable, Equatable {
    /// The time after which the server ends it; a server that loses it costs this long.
    static let expiry = Duration.seconds(5)

    let number: Int
    let consumer: String
    let count: Int
    let byteCount: Int

    /// The request as JSON.
    var body: [UInt8] {
        Array(
            "{\"batch\":\(count),\"max_bytes\":\(byteCount),\"expires\":\(FleetPlan.nanoseconds(Self.expiry))}".utf8
        )
    }
}

/// The limits of the work that a worker holds.
struct WorkLimits: Sendable {
    /// The number of messages that are requested of a consumer without a backlog.
    static let idleCount = 32
    /// The lower bound of the bytes of a request: a message of the longest kind with its headers.
    static let messageLimit = (1 << 20) + (1 << 16)

    /// The number of deliveries; as many again while many consumers without a backlog get messages at once.
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
