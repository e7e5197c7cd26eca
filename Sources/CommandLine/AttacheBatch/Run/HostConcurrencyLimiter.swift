import AttacheCore
import AttacheSystem

/// Grants permits to items that need the network: a limited number at once, with hosts in turn, so that neither a slow
/// host nor one with many items delays the rest.
///
/// An item that contacted an origin holds its permit until it is committed, and its host's slot until its media are
/// loaded. So a kill loses at most `limit` items that contacted an origin.
final class HostConcurrencyLimiter: Sendable {
    private struct State {
        var free: Int
        var isClosed = false
        var scheduler = FairScheduler<String, Waiter<Bool>>()
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
        let waiter = Waiter<Bool>()
        let granted = state.withLock { state -> [Waiter<Bool>]? in
            guard !state.isClosed else { return nil }
            state.scheduler.append(waiter, key: host)
            return grant(&state)
        }
        guard let granted else { return false }
        granted.resumeAll(returning: true)
        return await waiter.wait()
    }

    /// The number of items that wait for a permit.
    var waiterCount: Int { state.withLock { $0.scheduler.load.waiting } }

    /// Releases the host's slot once the item's media are loaded.
    func releaseHost(_ host: String) {
        resume { $0.scheduler.release(host) }
    }

    /// Releases the permits of items that were committed, or that contacted no origin.
    func release(_ count: Int) {
        resume { $0.free += count }
    }

    /// Ends all waiting; granted permits remain valid.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            return state.scheduler.removeAll()
        }
        waiters.resumeAll(returning: false)
    }

    private func resume(_ change: (inout State) -> Void) {
        let granted = state.withLock { state in
            change(&state)
            return grant(&state)
        }
        granted.resumeAll(returning: true)
    }

    private func grant(_ state: inout State) -> [Waiter<Bool>] {
        var granted: [Waiter<Bool>] = []
        while state.free > 0,
            let waiter = state.scheduler.next(where: { $1.running < hostLimit($0) })?.element
        {
            state.free -= 1
            granted.append(waiter)
        }
        return granted
    }
}
