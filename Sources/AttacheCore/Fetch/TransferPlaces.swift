import AttacheThreads

/// The places that transfers share: so many may be under way at once.
///
/// A place is taken when a transfer starts. It is free again when the transfer ends, or, where places are held, only
/// when its account is settled: whoever writes results down first can then never lose more of them than there are
/// places.
package final class TransferPlaces: Sendable {
    private struct State {
        var taken = 0
        /// Whether somebody was turned away since a place became free last.
        var isAwaited = false
        var wake: (@Sendable () -> Void)?
    }

    private let isHeld: Bool
    private let limit: Int
    private let state = Locked(State())

    /// Creates free places.
    ///
    /// - Parameters:
    ///   - limit: How many there are, at least 1.
    ///   - isHeld: Whether a place stays taken until its account is settled.
    package init(limit: Int, isHeld: Bool = false) {
        self.limit = max(1, limit)
        self.isHeld = isHeld
    }

    /// Says whom to wake when a place is free that somebody waits for.
    ///
    /// - Parameter wake: Wakes the driver; called on any thread, and must not wait.
    package func whenFree(_ wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
    }

    /// Takes a place for a transfer that is about to start; `end` says that it has ended.
    ///
    /// - Parameter account: What the place is charged to.
    /// - Returns: Whether the transfer may start: there is a place, or the account goes beyond the limit since it has one
    ///   already and nobody would ever free it.
    package func take(for account: TransferAccount) -> Bool {
        state.withLock { state in
            guard state.taken < limit || mayGoBeyond(account) else {
                state.isAwaited = true
                return false
            }
            state.taken += 1
            account.begin(in: self)
            return true
        }
    }

    /// Whether an account's next transfer may start though no place is free.
    ///
    /// - Parameter account: The account.
    /// - Returns: Whether it has a place that only its own end would free.
    package func mayGoBeyond(_ account: TransferAccount) -> Bool {
        isHeld && account.holdsPlace
    }

    /// A transfer has ended. Nobody is woken: who says so can look for the next one.
    ///
    /// - Parameter account: What its place was charged to.
    package func end(_ account: TransferAccount) {
        guard account.end(isHeld: isHeld) else { return }
        state.withLock { $0.taken -= 1 }
    }

    /// Takes places back and wakes whoever waits for one.
    func free(_ count: Int) {
        guard count > 0 else { return }
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            state.taken -= count
            guard state.isAwaited else { return nil }
            state.isAwaited = false
            return state.wake
        }
        wake?()
    }
}
