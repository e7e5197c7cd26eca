import AttacheCore
import AttacheSystem
import HummingbirdCore
import NIOCore
import Synchronization

/// The limits of connections.
struct ConnectionLimits: Sendable {
    /// The number of all.
    var count: Int
    /// The number of one peer on another machine.
    var perPeer: Int
    /// The bytes that all of them hold: unsent responses, and requests that were sent ahead.
    var memory: Int
}

/// All open connections, and the limits of their number and of their memory.
///
/// At the limit a new connection evicts another: among those of the peer with the most connections, the one that has
/// waited longest for its client, at least a second for a request, or two for responses to be read. A peer that holds
/// connections open and does not use them therefore cannot lock out others, in particular health checks. If there is
/// none, new clients wait until one ends; connections that only wait for their client to close them do not count.
///
/// At the limit of memory a peer that holds more than an eighth of it loses its largest connections; if there is no such peer,
/// the new connection is refused.
final class ConnectionRegistry: Sendable {
    private struct State {
        var census = ConnectionCensus()
        var listener: (any Channel)?
        /// The number of accepted connections that are not closed.
        var accepted = 0
        /// Whether a retry of a listener without capacity is scheduled.
        var isRetrying = false
        /// The number of connections that closed since memory was last returned.
        var closed = 0
        var isTrimming = false
        /// The end of the time in which no peer is looked for that holds most of the memory, since there was none.
        var evenUntil: ContinuousClock.Instant?
    }

    private static let retryDelay = TimeAmount.milliseconds(50)
    /// A peer that holds more than one of so many equal parts of the memory gives way.
    private static let memoryShares = 8
    /// The search for the peer with the most memory looks at every connection, so that one for each new client would cost
    /// too much.
    private static let searchPause = Duration.milliseconds(100)
    /// The number of connections that are accepted at once: an event loop that is busy accepts once in a turn.
    private static let acceptLimit = 16
    /// The number of closed connections that are worth returning memory, and the delay.
    private static let trim = (count: 32, delay: TimeAmount.seconds(1))

    private let limits: ConnectionLimits
    private let onTrim: @Sendable () -> Void
    private let state = Locked(State())
    private let memory = Atomic(0)
    /// Whether the listener stopped accepting connections because none could be evicted.
    private let isPaused = Atomic(false)

    /// `onTrim` is called on an event loop some time after many connections closed.
    init(_ limits: ConnectionLimits, onTrim: @escaping @Sendable () -> Void = {}) {
        self.limits = limits
        self.onTrim = onTrim
    }

    /// Whether clients wait to be accepted; connections then end with their next response, so that all take turns.
    var isFull: Bool { isPaused.load(ordering: .relaxed) }

    /// The number of open connections.
    var count: Int { state.withLock { $0.census.count } }

    /// The problem of a connection while all of them together hold too much memory.
    var memoryProblem: Problem? {
        memory.load(ordering: .relaxed) > limits.memory
            ? .connectionMemoryFull : nil
    }

    /// Whether all of them together hold more than half of the limit.
    var hasShortMemory: Bool { memory.load(ordering: .relaxed) > limits.memory / 2 }

    func listens(_ listener: any Channel) {
        _ = listener.setOption(.maxMessagesPerRead, value: 1)
        state.withLock { $0.listener = listener }
    }

    func hold(_ byteCount: Int, of connection: Connection) {
        connection.held.add(byteCount, ordering: .relaxed)
        memory.add(byteCount, ordering: .relaxed)
    }

    /// Counts a connection from the moment it was accepted, or its end.
    func accepted(_ change: Int) { state.withLock { $0.accepted += change } }

    /// Returns whether a connection is free or can be evicted; otherwise tries again by itself.
    func hasCapacity() -> Bool {
        let (hasCapacity, mustRetry, batch, listener) = state.withLock { state in
            let free = limits.count - (state.accepted - state.census.endingCount)
            let hasCapacity = free > 0 || state.census.next(of: nil, at: .now) != nil
            // Set here, so that a connection that ends afterwards sees it.
            isPaused.store(!hasCapacity, ordering: .sequentiallyConsistent)
            let mustRetry = !hasCapacity && !state.isRetrying && state.listener != nil
            if mustRetry { state.isRetrying = true }
            // Near the limit one at a time, so that it is checked for each.
            return (hasCapacity, mustRetry, max(1, min(Self.acceptLimit, free)), state.listener)
        }
        _ = listener?.setOption(.maxMessagesPerRead, value: UInt(batch))
        guard mustRetry, let listener else { return hasCapacity }
        listener.eventLoop.scheduleTask(in: Self.retryDelay) { [weak self] in
            self?.state.withLock { $0.isRetrying = false }
            listener.read()
        }
        return hasCapacity
    }

    /// Adds a connection, and evicts another if a limit is reached.
    func open(_ connection: Connection) {
        let (victim, isTurnedAway) = state.withLock { state -> (Connection?, Bool) in
            let count = state.census.add(connection)
            var victim: Connection?
            if count > limits.perPeer, !connection.isLocal {
                victim = state.census.next(of: connection.peer, at: .now)
                if victim == nil {
                    // It waits for its problem without a place, or goes without the problem.
                    let hasRoom = state.census.endingCount < limits.count / 2
                    connection.refuse(.tooManyConnections)
                    state.census.end(connection)
                    return (nil, !hasRoom)
                }
            } else if state.census.count - state.census.endingCount > limits.count {
                victim = state.census.next(of: nil, at: .now)
            }
            if let victim { state.census.end(victim) }
            return (victim, false)
        }
        // Not before its handlers are in place.
        if isTurnedAway { return connection.channel.eventLoop.execute { connection.channel.close(promise: nil) } }
        victim?.channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction.waiting)
        guard let problem = memoryProblem else { return }
        let holders = heaviest()
        if holders.isEmpty { connection.refuse(problem) }
        for holder in holders { holder.channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction.any) }
    }

    /// The largest connections of the peer on another machine that holds most of the memory, as many as hold what is beyond its
    /// share; none if no peer holds so much, or if one peer may have all connections, as a load balancer has.
    private func heaviest() -> [Connection] {
        guard limits.perPeer < limits.count else { return [] }
        return state.withLock { state in
            guard state.evenUntil.map({ $0 <= .now }) ?? true else { return [] }
            let share = limits.memory / Self.memoryShares
            let remote = state.census.all.filter { !$0.isLocal }
            var held: [Client: Int] = [:]
            for connection in remote { held[connection.peer, default: 0] += connection.held.load(ordering: .relaxed) }
            guard let (peer, byteCount) = held.max(by: { $0.value < $1.value }), byteCount > share else {
                state.evenUntil = .now + Self.searchPause
                return []
            }
            let all = remote.filter { $0.peer == peer }.map { ($0, $0.held.load(ordering: .relaxed)) }
                .sorted { $0.1 > $1.1 }
            var excess = byteCount - share
            return all.prefix { _, count in
                defer { excess -= count }
                return excess > 0
            }.map(\.0)
        }
    }

    /// Records that a victim's request arrived before its eviction: the connection counts again.
    func spare(_ connection: Connection) { state.withLock { $0.census.spare(connection) } }

    /// Records that a connection only waits for its client to close it; some of them do not count.
    func farewell(_ connection: Connection) {
        state.withLock { state in
            if state.census.endingCount < limits.count / 2 { state.census.end(connection) }
        }
        resume()
    }

    func close(_ connection: Connection) {
        let listener = state.withLock { state -> (any Channel)? in
            guard state.census.remove(connection) else { return nil }
            state.closed += 1
            guard state.closed >= Self.trim.count, !state.isTrimming, let listener = state.listener else { return nil }
            state.isTrimming = true
            return listener
        }
        listener?.eventLoop.scheduleTask(in: Self.trim.delay) { [weak self] in
            guard let self else { return }
            state.withLock { ($0.closed, $0.isTrimming) = (0, false) }
            onTrim()
        }
        resume()
    }

    /// Closes connections that are idle or whose clients stopped reading; returns the number of the others.
    func closeStalled() -> Int {
        let all = state.withLock { $0.census.all }
        let waiting = all.filter { $0.isIdle || $0.isStalled }
        for connection in waiting { connection.channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction.any) }
        return all.count - waiting.count
    }

    func closeAll() {
        for connection in state.withLock({ $0.census.all }) {
            connection.channel.pipeline.fireUserInboundEventTriggered(ConnectionEviction.any)
        }
    }

    /// Resumes accepting, if it was paused.
    private func resume() {
        guard isPaused.exchange(false, ordering: .sequentiallyConsistent) else { return }
        state.withLock { $0.listener }?.read()
    }
}

/// Pauses the listener while the registry is full.
struct ConnectionLimit: AvailableConnectionsDelegate {
    let registry: ConnectionRegistry

    mutating func connectionOpened() { registry.accepted(1) }

    mutating func connectionClosed() { registry.accepted(-1) }

    func isAcceptingNewConnections() -> Bool { registry.hasCapacity() }
}
