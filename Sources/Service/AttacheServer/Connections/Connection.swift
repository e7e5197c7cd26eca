import AttacheCore
import AttacheSystem
import NIOCore
import Synchronization

/// The state of a connection: its requests in progress, and how long it has waited for its client.
///
/// It is updated on its event loop and read from other threads.
final class Connection: Sendable {
    private struct State {
        /// The number of requests with a head but without a complete response.
        var begun = 0
        /// The number of those that have arrived completely.
        var whole = 0
        /// Since when the client has not read all that was sent to it; `nil` while it has.
        var unreadSince: ContinuousClock.Instant?
        /// The start of the current wait for the client.
        var since: ContinuousClock.Instant
        /// The reason why its requests are refused, from its beginning.
        var refusal: Problem?
    }

    /// How long it keeps its place while it waits for a request of its client, and for one that has not read all responses.
    private static let patience = (reading: Duration.seconds(1), unread: Duration.seconds(2))

    let channel: any Channel
    /// The client at the other end.
    let peer: Client
    /// Whether the client is on this machine: a proxy there speaks for many.
    let isLocal: Bool
    /// The bytes that it holds: unsent responses, and requests that were sent ahead.
    let held = Atomic(0)
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Locked<State>

    init(_ channel: any Channel, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.channel = channel
        self.now = now
        state = Locked(State(since: now()))
        peer = Client(peer: channel.remoteAddress)
        isLocal = channel.remoteAddress?.ipAddress.map { ListenAddress.network(host: $0, port: 0).isLocal } ?? true
    }

    /// Whether no request is in progress.
    var isIdle: Bool { state.withLock { $0.begun == 0 } }

    /// The instant from which it may lose its place to another client; `nil` while a request is processed.
    var losesPlaceFrom: ContinuousClock.Instant? {
        state.withLock { state in
            guard state.whole == 0 else { return nil }
            let from = state.since + Self.patience.reading
            return state.unreadSince.map { max(from, $0 + Self.patience.unread) } ?? from
        }
    }

    func mayLosePlace(at now: ContinuousClock.Instant) -> Bool { losesPlaceFrom.map { $0 <= now } ?? false }

    /// The start of the idle period; `nil` while a request is in progress.
    var idleSince: ContinuousClock.Instant? { state.withLock { $0.begun == 0 ? $0.since : nil } }

    /// Whether the client reads none of the responses in progress.
    var isStalled: Bool { state.withLock { $0.begun > 0 && $0.unreadSince != nil } }

    /// Whether the client has not read all that was sent to it.
    var isUnread: Bool { state.withLock { $0.unreadSince != nil } }

    var refusal: Problem? { state.withLock { $0.refusal } }

    func refuse(_ problem: Problem) { state.withLock { $0.refusal = problem } }

    func requestBegan() { state.withLock { $0.begun += 1 } }

    func requestArrived() { state.withLock { $0.whole += 1 } }

    /// Records the end of a response, or of a request without one; `wasWhole` tells whether the request had arrived
    /// completely.
    func responseEnded(wasWhole: Bool) {
        state.withLock { state in
            state.begun -= 1
            if wasWhole { state.whole -= 1 }
            if state.whole == 0 { state.since = now() }
        }
    }

    /// Records that the client has not read all, or has by now: the wait for its next request begins.
    func responseStalls(_ stalls: Bool) {
        state.withLock { state in
            if !stalls, state.unreadSince != nil { state.since = now() }
            state.unreadSince = stalls ? state.unreadSince ?? now() : nil
        }
    }
}

/// The event that a connection must end: another client needs its place, or the service ends.
enum ConnectionEviction: Sendable {
    /// Only one that waits for its client.
    case waiting
    /// Any, with what is unsent.
    case any
}
