import AttacheCore
import AttacheSystem

/// The requests of a worker for messages of its consumers: how many each is to send, and which requests are open.
struct PullRequests {
    /// The number of messages that are requested of a consumer without a backlog.
    private static let idleCount = 32
    /// The lower bound of the bytes of a request: a message of the longest kind with its headers.
    private static let messageLimit = (1 << 20) + (1 << 16)

    private struct Consumer {
        let name: String
        /// The number of its messages that wait, after the last delivery.
        var backlog = 0
        /// The number of messages that were requested and have not arrived.
        var requested = 0
        var held = 0
        /// The requests in the order in which the server serves them; some are over.
        var requests = FIFOQueue<Int>()

        var isActive: Bool { backlog > 0 || held > 0 }
    }

    private struct Request {
        let consumer: Int
        var left: Int
        let deadline: ContinuousClock.Instant
    }

    private var consumers: [Consumer]
    private var requests: [Int: Request] = [:]
    private var lastRequest = 0

    init(consumers: [String]) {
        self.consumers = consumers.map { Consumer(name: $0) }
    }

    var consumerNames: [String] { consumers.map(\.name) }
    var backlog: Int { consumers.reduce(0) { $0 + $1.backlog } }

    mutating func add(_ consumer: String) { consumers.append(Consumer(name: consumer)) }

    /// Counts a message towards the oldest request of its consumer; returns the index of the consumer.
    mutating func noteArrival(_ message: AcknowledgementSubject) -> Int {
        // A message has its own subject, so that only its consumer is known and not its request.
        let consumer = consumers.firstIndex { $0.name == message.consumer } ?? 0
        consumers[consumer].backlog = message.pendingCount
        while let number = consumers[consumer].requests.first {
            guard var request = requests[number] else {
                consumers[consumer].requests.popFirst()
                continue
            }
            request.left -= 1
            consumers[consumer].requested -= 1
            requests[number] = request.left > 0 ? request : nil
            break
        }
        return consumer
    }

    mutating func hold(of consumer: Int) { consumers[consumer].held += 1 }

    mutating func release(of consumer: Int) { consumers[consumer].held -= 1 }

    /// Ends a request that the server has ended.
    mutating func end(_ number: Int) {
        guard let request = requests.removeValue(forKey: number) else { return }
        consumers[request.consumer].requested -= request.left
        // Without messages the consumer has none.
        consumers[request.consumer].backlog = 0
    }

    /// Forgets every request, as after a new connection.
    mutating func endAll() {
        for number in requests.keys { end(number) }
    }

    /// Ends the requests that the server has lost.
    mutating func expire(at now: ContinuousClock.Instant) {
        for (number, request) in requests where now >= request.deadline { end(number) }
    }

    /// Opens requests, so that a window of messages is held or requested.
    ///
    /// - Parameters:
    ///   - window: The number of messages.
    ///   - byteCount: The room for their bodies, in bytes.
    ///   - now: The present instant.
    /// - Returns: The requests to send now.
    mutating func open(window: Int, byteCount: Int, at now: ContinuousClock.Instant) -> [PullRequest] {
        // Consumers with a backlog share what the others leave.
        let busyCount = max(1, consumers.count { $0.backlog > 0 })
        let activeCount = max(1, consumers.count { $0.isActive })
        let rest = consumers.reduce(window) { $1.backlog > 0 ? $0 : $0 - $1.held }
        var pulls: [PullRequest] = []
        for index in consumers.indices {
            let consumer = consumers[index]
            let target = max(
                1,
                consumer.backlog > 0
                    ? rest / busyCount
                    : consumer.held > 0 ? window / activeCount : min(Self.idleCount, window / consumers.count)
            )
            let missing = target - consumer.held - consumer.requested
            guard missing > 0, missing >= target / 4 || consumer.requested == 0 else { continue }
            lastRequest += 1
            requests[lastRequest] = Request(
                consumer: index,
                left: missing,
                deadline: now + PullRequest.expiry + .seconds(2)
            )
            consumers[index].requested += missing
            consumers[index].requests.append(lastRequest)
            pulls.append(
                PullRequest(
                    number: lastRequest,
                    consumer: consumer.name,
                    count: missing,
                    byteCount: max(byteCount / activeCount, Self.messageLimit)
                )
            )
        }
        return pulls
    }
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

/// The number of payloads that a worker holds: about as many as it finishes in a second, so that the end of a worker
/// delays few payloads, and makes few harmless ones suspects.
struct WorkWindow {
    /// The time over which payloads are counted; a fast worker reaches its upper limit in a few of these.
    private static let interval = Duration.milliseconds(250)

    private let limits: ClosedRange<Int>
    private var finishedCount = 0
    private var start: ContinuousClock.Instant?
    private(set) var count: Int

    init(limits: ClosedRange<Int>) {
        self.limits = limits
        count = limits.lowerBound
    }

    mutating func noteFinished() { finishedCount += 1 }

    mutating func update(at now: ContinuousClock.Instant) {
        guard let start else { return self.start = now }
        let time = now - start
        guard time >= Self.interval else { return }
        count = min(limits.upperBound, max(limits.lowerBound, Int(Double(finishedCount) / (time / .seconds(1)))))
        (finishedCount, self.start) = (0, now)
    }
}
