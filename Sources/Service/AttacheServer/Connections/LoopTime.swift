import AttacheSystem
import NIOCore

/// The time that clients take on one event loop for answers of its own.
///
/// All connections of a loop wait while it makes an answer, those of other clients too. So the connections of one client
/// have `budget` together in a turn of the loop; then tasks make its answers, until the loop has looked after all of its
/// connections. An answer that was begun is made, and one that takes longer is followed by a pause of its client, so that
/// such answers leave most of the loop's time to others.
final class LoopTime: Sendable {
    private struct State {
        /// The time of clients in the current turn.
        var used: [Client: Duration] = [:]
        /// The ends of pauses.
        var pauses: [Client: ContinuousClock.Instant] = [:]
    }

    /// The longest body that is processed on a loop, in bytes: the other connections wait meanwhile.
    static let bodyLimit = 8 * 1024
    /// The time of one client in a turn.
    private static let budget = Duration.microseconds(500)
    /// The pause for each part of the time beyond the budget: a quarter of the loop's time remains to long answers.
    private static let pause = 3

    /// The time for requests that were sent ahead.
    let ahead: RequestsAhead
    private let loop: any EventLoop
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Locked(State())

    init(_ loop: any EventLoop, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.loop = loop
        self.now = now
        ahead = RequestsAhead(loop, now: now)
    }

    /// Makes an answer for a client, on the loop; returns `nil` when its time is over.
    func spend<Answer>(of client: Client, _ body: () -> Answer) -> Answer? {
        let began = now()
        let isOver = state.withLock { state in
            state.used[client] ?? .zero >= Self.budget || state.pauses[client].map { began < $0 } ?? false
        }
        guard !isOver else { return nil }
        let answer = body()
        let ended = now()
        let isFirst = state.withLock { state in
            let isFirst = state.used.isEmpty
            let used = state.used[client, default: .zero] + began.duration(to: ended)
            state.used[client] = used
            if used > Self.budget { state.pauses[client] = ended + (used - Self.budget) * Self.pause }
            return isFirst
        }
        // Tasks of a loop run after it has read from all connections that have sent something. What such tasks let begin
        // without another read is limited by `ahead`.
        if isFirst { loop.execute { [weak self] in self?.endTurn() } }
        return answer
    }

    private func endTurn() {
        let now = now()
        state.withLock { state in
            state.used.removeAll(keepingCapacity: true)
            if !state.pauses.isEmpty { state.pauses = state.pauses.filter { now < $0.value } }
        }
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
