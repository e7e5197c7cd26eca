import AttacheSystem
import NIOCore

/// The time of an event loop for requests that clients sent ahead of the answers before them.
///
/// A loop reads from its connections, and accepts new ones, only when no task of its own is left. An answer lets the next
/// request of its connection begin, whose answer is a task again, so that requests ahead could keep a loop from reading for
/// seconds. So they begin for a millisecond from the first of them; then all wait for as long as that and the answers took.
final class RequestsAhead: Sendable {
    private struct State {
        /// The beginning of the current turn; `nil` before its first request.
        var began: ContinuousClock.Instant?
        /// Continues the connections whose requests wait for the next turn, in order of arrival.
        var waiting: [@Sendable () -> Void] = []
    }

    /// The time in which requests of one turn begin.
    private static let turn = Duration.milliseconds(1)
    /// The longest pause, since what made a turn long may have been other work of the loop.
    private static let longestPause = Duration.milliseconds(20)

    private let loop: any EventLoop
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Locked(State())

    init(_ loop: any EventLoop, now: @escaping @Sendable () -> ContinuousClock.Instant) {
        self.loop = loop
        self.now = now
    }

    /// Returns whether one more request may begin in the current turn; otherwise it must `wait`.
    func begins() -> Bool {
        let now = now()
        let (begins, isFirst) = state.withLock { state in
            if let began = state.began { return (began.duration(to: now) < Self.turn, false) }
            state.began = now
            return (true, true)
        }
        if isFirst { loop.scheduleTask(in: TimeAmount(Self.turn)) { [weak self] in self?.pause() } }
        return begins
    }

    /// Calls `resume` on the loop, at the beginning of the next turn.
    func wait(_ resume: @escaping @Sendable () -> Void) { state.withLock { $0.waiting.append(resume) } }

    /// Ends a turn, after a pause if requests wait: the loop reads meanwhile.
    private func pause() {
        let now = now()
        let duration = state.withLock { state -> Duration? in
            if state.waiting.isEmpty { state.began = nil }
            return state.began.map { $0.duration(to: now) }
        }
        guard let duration else { return }
        let pause = min(max(duration, Self.turn), Self.longestPause)
        loop.scheduleTask(in: TimeAmount(pause)) { [weak self] in self?.end() }
    }

    private func end() {
        for resume in state.withLock({ exchange(&$0, with: State()) }).waiting { resume() }
    }
}

/// When the next request of a connection begins, as far as its loop has time for requests that are sent ahead.
enum RequestTurn {
    /// Immediately: it is the first since the loop has read from the connection.
    case first
    /// In a turn of `RequestsAhead`.
    case ahead
    /// In the next turn, for which it waits.
    case waiting
}
