import AttacheSystem
import HummingbirdCore
import NIOCore
import Synchronization

/// All open connections, and the limit of their number.
///
/// At the limit a new connection evicts another: among those of the peer with the most connections, the one that has
/// waited longest for its client to complete a request. A peer that holds connections open without sending requests
/// therefore cannot lock out others, in particular health checks. If every connection has a request in progress, new
/// clients wait.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var countByPeer: [Client: Int] = [:]
        var listener: (any Channel)?
    }

    private let limit: Int
    private let state = Locked(State())
    /// Whether the listener stopped accepting connections because none could be evicted.
    private let isFull = Atomic(false)

    init(limit: Int) {
        self.limit = limit
    }

    func listens(_ listener: any Channel) { state.withLock { $0.listener = listener } }

    /// Returns whether a connection is free or can be evicted.
    func hasCapacity() -> Bool {
        // Set first, so that a connection that becomes idle meanwhile sees it.
        isFull.store(true, ordering: .sequentiallyConsistent)
        let hasCapacity = state.withLock { state in
            state.connections.count < limit || state.connections.values.contains { $0.waitingSince != nil }
        }
        if hasCapacity { isFull.store(false, ordering: .sequentiallyConsistent) }
        return hasCapacity
    }

    /// Adds a connection, and evicts another if the limit is reached.
    func open(_ connection: Connection) {
        let victim = state.withLock { state -> Connection? in
            let victim = state.connections.count < limit ? nil : Self.victim(state)
            if let victim { Self.remove(victim, &state) }
            state.connections[ObjectIdentifier(connection)] = connection
            state.countByPeer[connection.peer, default: 0] += 1
            return victim
        }
        victim?.channel.close(promise: nil)
    }

    func close(_ connection: Connection) {
        state.withLock { Self.remove(connection, &$0) }
        connectionBecameIdle()
    }

    /// Resumes accepting, if it was paused, because a connection can now be evicted.
    func connectionBecameIdle() {
        guard isFull.load(ordering: .sequentiallyConsistent),
            isFull.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        state.withLock { $0.listener }?.read()
    }

    /// Closes connections that are idle or whose clients stopped reading; returns the number of the others.
    func closeStalled() -> Int {
        let all = state.withLock { Array($0.connections.values) }
        let waiting = all.filter { $0.isIdle || $0.isStalled }
        for connection in waiting { connection.channel.close(promise: nil) }
        return all.count - waiting.count
    }

    func closeAll() {
        for connection in state.withLock({ Array($0.connections.values) }) { connection.channel.close(promise: nil) }
    }

    private static func victim(_ state: State) -> Connection? {
        var victim: (connection: Connection, count: Int, since: ContinuousClock.Instant)?
        for connection in state.connections.values {
            let count = state.countByPeer[connection.peer] ?? 0
            guard count >= victim?.count ?? 0, let since = connection.waitingSince else { continue }
            if let victim, count == victim.count, since >= victim.since { continue }
            victim = (connection, count, since)
        }
        return victim?.connection
    }

    private static func remove(_ connection: Connection, _ state: inout State) {
        guard state.connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
        let count = state.countByPeer[connection.peer] ?? 0
        state.countByPeer[connection.peer] = count > 1 ? count - 1 : nil
    }
}

/// The state of a connection: its requests in progress, and how long it has waited for its client.
///
/// It is updated on its event loop and read from other threads.
final class Connection: Sendable {
    private struct State {
        /// The number of requests with a head but without a complete response.
        var begun = 0
        /// The number of those that have arrived completely.
        var whole = 0
        /// The number of streams that the client does not read.
        var stalled = 0
        /// Whether the client does not read the connection.
        var isBlocked = false
        /// The start of the current wait for the client.
        var since = ContinuousClock.now
    }

    let channel: any Channel
    /// The client at the other end.
    let peer: Client
    private let state = Locked(State())

    init(_ channel: any Channel) {
        self.channel = channel
        peer = Client(peer: channel.remoteAddress)
    }

    /// Whether no request is in progress.
    var isIdle: Bool { state.withLock { $0.begun == 0 } }

    /// The start of the wait for a complete request; `nil` while one is processed.
    var waitingSince: ContinuousClock.Instant? { state.withLock { $0.whole == 0 ? $0.since : nil } }

    /// The start of the idle period; `nil` while a request is in progress.
    var idleSince: ContinuousClock.Instant? { state.withLock { $0.begun == 0 ? $0.since : nil } }

    /// Whether the client reads none of the responses in progress.
    var isStalled: Bool { state.withLock { $0.begun > 0 && ($0.isBlocked || $0.begun <= $0.stalled) } }

    func requestBegan() { state.withLock { $0.begun += 1 } }

    func requestArrived() { state.withLock { $0.whole += 1 } }

    /// Records the end of a response, or of a request without one; `wasWhole` tells whether the request had arrived
    /// completely.
    func responseEnded(wasWhole: Bool) {
        state.withLock { state in
            state.begun -= 1
            if wasWhole { state.whole -= 1 }
            if state.whole == 0 { state.since = .now }
        }
    }

    /// Records that the client stopped or resumed reading, on one of several streams or on the connection.
    func responseStalls(_ stalls: Bool, isStream: Bool) {
        state.withLock { state in
            if isStream { state.stalled += stalls ? 1 : -1 } else { state.isBlocked = stalls }
        }
    }
}

/// Pauses the listener while the registry is full.
struct ConnectionLimit: AvailableConnectionsDelegate {
    let registry: ConnectionRegistry

    // The registry keeps its own count: a connection counts until it is closed.
    mutating func connectionOpened() {}
    mutating func connectionClosed() {}

    func isAcceptingNewConnections() -> Bool { registry.hasCapacity() }
}
