/// The open connections by their peers, and which of them lose their places first.
///
/// A search for one looks at the connections of the peers with the most and keeps what it finds, so that a storm of new
/// connections does not cost a look at all others for each of them. A peer with many connections is searched alone, whatever
/// their number is by then; of peers with few all that have the same number are searched.
struct ConnectionCensus {
    /// Whose connections are searched.
    private enum Scope: Hashable {
        case peer(Client)
        /// The peers with this number of connections, which is small.
        case level(Int)
    }

    /// The number of connections from which a peer is searched alone.
    private static let large = 64

    /// What a search has found.
    private enum Search {
        /// Connections that lose their places in turn, the first of them last.
        case found([Connection])
        /// None; the next search begins at the instant.
        case barren(until: ContinuousClock.Instant)
    }

    /// The pause after a search that has found none.
    private static let barrenPause = Duration.milliseconds(25)
    /// The most that one search finds.
    private static let yield = 64

    private var byPeer: [Client: [ObjectIdentifier: Connection]] = [:]
    private var levels: [Int: Set<Client>] = [:]
    /// The connections whose last response was written, or that were chosen; they do not count.
    private var ending: Set<ObjectIdentifier> = []
    private var searches: [Scope: Search] = [:]
    private(set) var count = 0

    var endingCount: Int { ending.count }

    var all: [Connection] { byPeer.values.flatMap(\.values) }

    /// Adds a connection; returns the number of its peer's.
    mutating func add(_ connection: Connection) -> Int {
        let level = byPeer[connection.peer]?.count ?? 0
        byPeer[connection.peer, default: [:]][ObjectIdentifier(connection)] = connection
        count += 1
        move(connection.peer, from: level, to: level + 1)
        return level + 1
    }

    /// Removes a connection; returns `false` when it is not open.
    mutating func remove(_ connection: Connection) -> Bool {
        guard let level = byPeer[connection.peer]?.count, contains(connection) else { return false }
        byPeer[connection.peer]?[ObjectIdentifier(connection)] = nil
        ending.remove(ObjectIdentifier(connection))
        count -= 1
        if level == 1 {
            byPeer[connection.peer] = nil
            searches[.peer(connection.peer)] = nil
        }
        move(connection.peer, from: level, to: level - 1)
        return true
    }

    private mutating func move(_ peer: Client, from old: Int, to new: Int) {
        levels[old]?.remove(peer)
        if levels[old]?.isEmpty ?? false {
            levels[old] = nil
            searches[.level(old)] = nil
        }
        if new > 0 { levels[new, default: []].insert(peer) }
    }

    func contains(_ connection: Connection) -> Bool {
        byPeer[connection.peer]?[ObjectIdentifier(connection)] != nil
    }

    /// Records that a connection no longer counts.
    mutating func end(_ connection: Connection) {
        if contains(connection) { ending.insert(ObjectIdentifier(connection)) }
    }

    /// Records that a connection counts again.
    mutating func spare(_ connection: Connection) { ending.remove(ObjectIdentifier(connection)) }

    /// The connection of a peer, or of those with the most, that loses its place next; it stays the next one until it is
    /// ended, or no longer waits.
    mutating func next(of peer: Client?, at now: ContinuousClock.Instant) -> Connection? {
        if let peer { return next(in: .peer(peer), at: now) }
        for level in levels.keys.sorted(by: >) {
            let scopes = level < Self.large ? [.level(level)] : (levels[level] ?? []).map { Scope.peer($0) }
            for scope in scopes {
                if let next = next(in: scope, at: now) { return next }
            }
        }
        return nil
    }

    private mutating func next(in scope: Scope, at now: ContinuousClock.Instant) -> Connection? {
        switch searches[scope] {
        case .barren(let end) where now < end: return nil
        case .found(var found):
            while let next = found.last {
                if canLosePlace(next, in: scope, at: now) { return next }
                found.removeLast()
                searches[scope] = .found(found)
            }
        case .barren, nil: break
        }
        let found = search(scope, at: now)
        searches[scope] = found.isEmpty ? .barren(until: now + Self.barrenPause) : .found(found)
        return found.last
    }

    private func canLosePlace(_ connection: Connection, in scope: Scope, at now: ContinuousClock.Instant) -> Bool {
        if case .level(let level) = scope, byPeer[connection.peer]?.count ?? 0 < level { return false }
        return contains(connection) && !ending.contains(ObjectIdentifier(connection))
            && connection.mayLosePlace(at: now)
    }

    /// The connections of a scope that have waited longest, the first of them last; one of each peer with few.
    private func search(_ scope: Scope, at now: ContinuousClock.Instant) -> [Connection] {
        let (peers, share): (Set<Client>, Int) =
            switch scope {
            case .peer(let peer): ([peer], Self.yield)
            case .level(let level): (levels[level] ?? [], 1)
            }
        var waiting: [(connection: Connection, since: ContinuousClock.Instant)] = []
        for connection in peers.lazy.flatMap({ byPeer[$0]?.values ?? [:].values }) {
            guard !ending.contains(ObjectIdentifier(connection)), let since = connection.losesPlaceFrom, since <= now
            else { continue }
            waiting.append((connection, since))
        }
        var taken: [Client: Int] = [:]
        var found: [Connection] = []
        for (connection, _) in waiting.sorted(by: { $0.since < $1.since }) where found.count < Self.yield {
            guard taken[connection.peer, default: 0] < share else { continue }
            taken[connection.peer, default: 0] += 1
            found.append(connection)
        }
        return found.reversed()
    }
}
