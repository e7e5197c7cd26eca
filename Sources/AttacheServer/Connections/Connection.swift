import AttacheThreads
import NIOCore

/// What is known of one connection: what is under way on it, and since when it waits for its client.
///
/// Its own event loop tells what happens; who makes room and who ends the service asks from elsewhere.
final class Connection: Sendable {
    private struct State {
        /// Requests whose head has arrived and whose response is not complete.
        var begun = 0
        /// Those of them that have arrived whole.
        var whole = 0
        /// Streams of which the client takes nothing.
        var stalled = 0
        /// Whether the client takes nothing at all.
        var isBlocked = false
        /// Since when no request is answered, as far as none is.
        var since = ContinuousClock.now
    }

    /// The connection itself.
    let channel: any Channel
    /// Who is at its other end.
    let peer: Client
    private let state = Locked(State())

    /// Creates what is known of a connection that has just been taken.
    ///
    /// - Parameter channel: The connection.
    init(_ channel: any Channel) {
        self.channel = channel
        peer = Client(peer: channel.remoteAddress)
    }

    /// Whether no request is under way on it.
    var isIdle: Bool { state.withLock { $0.begun == 0 } }

    /// Since when it waits for its client to send a whole request; `nil` while one is answered.
    var waitingSince: ContinuousClock.Instant? { state.withLock { $0.whole == 0 ? $0.since : nil } }

    /// Since when no request is under way on it; `nil` while one is.
    var idleSince: ContinuousClock.Instant? { state.withLock { $0.begun == 0 ? $0.since : nil } }

    /// Whether its client takes none of the responses that are under way.
    var isStalled: Bool { state.withLock { $0.begun > 0 && ($0.isBlocked || $0.begun <= $0.stalled) } }

    /// The head of a request has arrived.
    func requestBegan() { state.withLock { $0.begun += 1 } }

    /// A request has arrived whole.
    func requestArrived() { state.withLock { $0.whole += 1 } }

    /// A response is complete, or its request will have none.
    ///
    /// - Parameter wasWhole: Whether its request had arrived whole.
    func responseEnded(wasWhole: Bool) {
        state.withLock { state in
            state.begun -= 1
            if wasWhole { state.whole -= 1 }
            if state.whole == 0 { state.since = .now }
        }
    }

    /// The client stops taking a response, or takes it again.
    ///
    /// - Parameters:
    ///   - stalls: Whether it stops.
    ///   - isStream: Whether that is one stream of several.
    func responseStalls(_ stalls: Bool, isStream: Bool) {
        state.withLock { state in
            if isStream { state.stalled += stalls ? 1 : -1 } else { state.isBlocked = stalls }
        }
    }
}
