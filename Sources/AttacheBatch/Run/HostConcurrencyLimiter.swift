import AttacheSystem

/// Gives items their turn at the network: so many at once, and hosts one after the other, so that neither a slow host
/// nor one with many items holds up the rest.
///
/// An item keeps its place until it is committed, and its host's until its media are there. So no more than `limit`
/// items that have asked an origin are lost by a kill.
final class HostConcurrencyLimiter: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
        var waiting: [String: ArraySlice<CheckedContinuation<Bool, Never>>] = [:]
        /// Places taken at each host.
        var taken: [String: Int] = [:]
        /// Hosts that have both somebody waiting and a free place, in the order of their turns, each once.
        var ready: [String] = []
        var listed: Set<String> = []

        mutating func list(_ host: String) {
            if waiting[host] != nil, listed.insert(host).inserted { ready.append(host) }
        }
    }

    private let state: Locked<State>
    private let hostLimit: @Sendable (String) -> Int

    /// Creates the turns.
    ///
    /// - Parameters:
    ///   - limit: Items that have a place at once.
    ///   - hostLimit: Items that ask one host at once.
    init(limit: Int, hostLimit: @escaping @Sendable (String) -> Int) {
        state = Locked(State(free: limit))
        self.hostLimit = hostLimit
    }

    /// Waits for a place.
    ///
    /// - Parameter host: The host that the item asks.
    /// - Returns: `false` when there are no turns any more.
    func acquire(_ host: String) async -> Bool {
        await withCheckedContinuation { continuation in
            let granted = state.withLock { state -> [CheckedContinuation<Bool, Never>]? in
                guard !state.isClosed else { return nil }
                state.waiting[host, default: []].append(continuation)
                if isOpen(host, state) { state.list(host) }
                return grant(&state)
            }
            guard let granted else { return continuation.resume(returning: false) }
            for waiter in granted { waiter.resume(returning: true) }
        }
    }

    /// The item's media are there: another may ask its host.
    func releaseHost(_ host: String) {
        resume { state in
            let left = (state.taken[host] ?? 1) - 1
            state.taken[host] = left > 0 ? left : nil
            if isOpen(host, state) { state.list(host) }
        }
    }

    /// Gives places back, of items that are committed or dropped.
    func release(_ count: Int) {
        resume { $0.free += count }
    }

    /// Ends all waiting; who has a place keeps it.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer {
                state.waiting = [:]
                state.ready = []
                state.listed = []
            }
            return state.waiting.values.flatMap { $0 }
        }
        for waiter in waiters { waiter.resume(returning: false) }
    }

    private func resume(_ change: (inout State) -> Void) {
        let granted = state.withLock { state in
            change(&state)
            return grant(&state)
        }
        for waiter in granted { waiter.resume(returning: true) }
    }

    private func isOpen(_ host: String, _ state: State) -> Bool { state.taken[host, default: 0] < hostLimit(host) }

    private func grant(_ state: inout State) -> [CheckedContinuation<Bool, Never>] {
        var granted: [CheckedContinuation<Bool, Never>] = []
        var turn = 0
        while state.free > 0, turn < state.ready.count {
            let host = state.ready[turn]
            turn += 1
            state.listed.remove(host)
            guard var queue = state.waiting[host], !queue.isEmpty else { continue }
            granted.append(queue.removeFirst())
            state.waiting[host] = queue.isEmpty ? nil : queue
            state.taken[host, default: 0] += 1
            state.free -= 1
            // Its next turn comes after everybody else's.
            if isOpen(host, state) { state.list(host) }
        }
        state.ready.removeFirst(turn)
        return granted
    }
}
