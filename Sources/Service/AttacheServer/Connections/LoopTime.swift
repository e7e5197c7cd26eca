import AttacheSystem
import NIOCore

/// The time that clients take on one event loop for answers of its own, in the current turn of the loop.
///
/// All connections of a loop wait while it makes an answer, those of other clients too. So the connections of one client
/// have `budget` together; then tasks make its answers, until the loop has looked after all of its connections.
final class LoopTime: Sendable {
    /// The time of one client in a turn; an answer that was begun is made.
    private static let budget = Duration.microseconds(500)

    private let loop: any EventLoop
    private let now: @Sendable () -> ContinuousClock.Instant
    private let used = Locked<[Client: Duration]>([:])

    init(_ loop: any EventLoop, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.loop = loop
        self.now = now
    }

    /// Makes an answer for a client, on the loop; returns `nil` when its time is over.
    func spend<Answer>(of client: Client, _ body: () -> Answer) -> Answer? {
        guard used.withLock({ $0[client] ?? .zero }) < Self.budget else { return nil }
        let began = now()
        let answer = body()
        let time = began.duration(to: now())
        let isFirst = used.withLock { used in
            defer { used[client, default: .zero] += time }
            return used.isEmpty
        }
        // Tasks of a loop run after it has read from all connections that have sent something.
        if isFirst { loop.execute { [used] in used.withLock { $0.removeAll(keepingCapacity: true) } } }
        return answer
    }
}

/// The times of all event loops.
final class LoopTimes: Sendable {
    private let now: @Sendable () -> ContinuousClock.Instant
    private let times = Locked<[ObjectIdentifier: LoopTime]>([:])

    init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.now = now
    }

    /// The time of a loop, of which there are as many as threads.
    func time(of loop: any EventLoop) -> LoopTime {
        times.withLock { times in
            if let known = times[ObjectIdentifier(loop)] { return known }
            let new = LoopTime(loop, now: now)
            times[ObjectIdentifier(loop)] = new
            return new
        }
    }
}
