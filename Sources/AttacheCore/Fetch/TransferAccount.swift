import AttacheThreads

/// The places that one download has taken, with all its hops and attempts.
///
/// Where places are held, the account goes with the result; `settle()` gives the places back, and so does dropping the
/// last reference to the account, so that no place is lost with a result.
package final class TransferAccount: Sendable {
    private struct State {
        var places: TransferPlaces?
        /// Places of transfers that are under way.
        var running = 0
        /// Places of transfers that have ended.
        var held = 0
        var isSettled = false
    }

    private let isFurther: Bool
    private let state = Locked(State())

    /// Opens an account.
    ///
    /// - Parameter isFurther: Whether the same item holds places on another account already; then this one may go beyond
    ///   the limit, since items that all wait for a second place would wait for each other.
    package init(isFurther: Bool = false) {
        self.isFurther = isFurther
    }

    deinit {
        settle()
    }

    /// Gives every place back that a transfer has left; what runs still gives its own back when it ends. May be called
    /// more than once.
    package func settle() {
        let (places, count) = state.withLock { state in
            defer { state.held = 0 }
            state.isSettled = true
            return (state.places, state.held)
        }
        places?.free(count)
    }

    /// Whether the item has a place that will not be free before it ends.
    var holdsPlace: Bool {
        state.withLock { !$0.isSettled && (isFurther || $0.held > 0) }
    }

    /// A transfer starts.
    func begin(in places: TransferPlaces) {
        state.withLock { state in
            state.places = places
            state.running += 1
        }
    }

    /// A transfer has ended.
    ///
    /// - Parameter isHeld: Whether its place stays taken until the account is settled.
    /// - Returns: Whether its place is free again.
    func end(isHeld: Bool) -> Bool {
        state.withLock { state in
            state.running -= 1
            guard isHeld, !state.isSettled else { return true }
            state.held += 1
            return false
        }
    }
}
