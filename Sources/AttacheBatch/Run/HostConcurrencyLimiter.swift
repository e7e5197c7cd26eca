import AttacheSystem

/// Grants permits to items that need the network: a limited number at once, with hosts in turn, so that neither a slow
/// host nor one with many items delays the rest.
///
/// An item holds its permit until it is committed, and its host's slot until its media are loaded. So a kill loses at
/// most `limit` items that contacted an origin.
final class HostConcurrencyLimiter: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
        var waiting: [String: ArraySlice<CheckedContinuation<Bool, Never>>] = [:]
        /// Slots in use, by host.
        var taken: [String: Int] = [:]
        /// Hosts that have both a waiter and a free slot, in the order of their turns, each once.
        var ready: [String] = []
        var listed: Set<String> = []

        mutating func list(_ host: String) {
            if waiting[host] != nil, listed.insert(host).inserted { ready.append(host) }
        }
    }

    private let state: Locked<State>
    private let hostLimit: @Sendable (String) -> Int

    /// Creates a limiter with `limit` permits overall and `hostLimit` slots for each host.
    init(limit: Int, hostLimit: @escaping @Sendable (String) -> Int) {
        state = Locked(State(free: limit))
        self.hostLimit = hostLimit
    }

    /// Waits for a permit and a slot of `host`; returns `false` when the limiter is closed.
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

    /// Releases the host's slot once the item's media are loaded.
    func releaseHost(_ host: String) {
        resume { state in
            let left = (state.taken[host] ?? 1) - 1
            state.taken[host] = left > 0 ? left : nil
            if isOpen(host, state) { state.list(host) }
        }
    }

    /// Releases the permits of items that were committed or dropped.
    func release(_ count: Int) {
        resume { $0.free += count }
    }

    /// Ends all waiting; granted permits remain valid.
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
            // Its next turn comes after those of all other hosts.
            if isOpen(host, state) { state.list(host) }
        }
        state.ready.removeFirst(turn)
        return granted
    }
}
