import AttacheSystem
import HummingbirdCore
import NIOCore
import Synchronization

/// Every connection that is open, and room for the next.
///
/// At the limit, whoever keeps the service waiting makes room: of the peer that has most connections, the one whose client
/// has sent no whole request for longest. So one peer that holds connections open, sending nothing or next to nothing, keeps
/// nobody else out, least of all whoever asks for health. Where every connection has a request that is answered, the next
/// client waits.
final class ConnectionRegistry: Sendable {
    private struct State {
        var connections: [ObjectIdentifier: Connection] = [:]
        var countByPeer: [Client: Int] = [:]
        var listener: (any Channel)?
    }

    private let limit: Int
    private let state = Locked(State())
    /// Whether the listener stopped taking connections since there was no room to make.
    private let isFull = Atomic(false)

    /// Creates the table.
    ///
    /// - Parameter limit: How many connections may be open at once.
    init(limit: Int) {
        self.limit = limit
    }

    /// Tells who takes the connections.
    func listens(_ listener: any Channel) { state.withLock { $0.listener = listener } }

    /// Whether there is room for one more, or room can be made.
    func hasCapacity() -> Bool {
        // First, so that whoever becomes free meanwhile sees it.
        isFull.store(true, ordering: .sequentiallyConsistent)
        let hasCapacity = state.withLock { state in
            state.connections.count < limit || state.connections.values.contains { $0.waitingSince != nil }
        }
        if hasCapacity { isFull.store(false, ordering: .sequentiallyConsistent) }
        return hasCapacity
    }

    /// Takes a connection in, and closes another where there are too many now.
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

    /// Forgets a connection that is closed.
    func close(_ connection: Connection) {
        state.withLock { Self.remove(connection, &$0) }
        connectionBecameIdle()
    }

    /// A connection has answered: it may have to make room for who waits.
    func connectionBecameIdle() {
        guard isFull.load(ordering: .sequentiallyConsistent),
            isFull.exchange(false, ordering: .sequentiallyConsistent)
        else { return }
        state.withLock { $0.listener }?.read()
    }

    /// Closes the connections whose clients keep the service waiting: that send nothing, or take nothing.
    ///
    /// - Returns: How many are left, with work that is not done.
    func closeStalled() -> Int {
        let all = state.withLock { Array($0.connections.values) }
        let waiting = all.filter { $0.isIdle || $0.isStalled }
        for connection in waiting { connection.channel.close(promise: nil) }
        return all.count - waiting.count
    }

    /// Closes all connections.
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

/// Lets the listener take connections while there is room for them.
struct ConnectionLimit: AvailableConnectionsDelegate {
    let registry: ConnectionRegistry

    // The table counts for itself: a connection counts until it is closed, however it came to be.
    mutating func connectionOpened() {}
    mutating func connectionClosed() {}

    func isAcceptingNewConnections() -> Bool { registry.hasCapacity() }
}
