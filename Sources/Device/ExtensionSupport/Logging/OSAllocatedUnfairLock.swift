import AttacheSystem

/// A lock around a state.
public struct OSAllocatedUnfairLock<State>: Sendable {
    private let state: Locked<State>

    /// Creates a lock.
    public init(initialState: sending State) {
        state = Locked(initialState)
    }

    /// Creates a lock around a state that is not `Sendable`.
    public init(uncheckedState initialState: sending State) {
        state = Locked(initialState)
    }

    /// Runs a closure with the lock held.
    ///
    /// - Parameter body: The closure, which gets the state.
    /// - Returns: Its result.
    /// - Throws: What the closure throws.
    public func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }

    /// Runs a closure with the lock held; the result need not be `Sendable`.
    ///
    /// - Parameter body: The closure, which gets the state.
    /// - Returns: Its result.
    /// - Throws: What the closure throws.
    public func withLockUnchecked<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0) }
    }
}

extension OSAllocatedUnfairLock where State == Void {
    /// Creates a lock without a state.
    public init() {
        self.init(initialState: ())
    }

    /// Runs a closure with the lock held.
    ///
    /// - Parameter body: The closure.
    /// - Returns: Its result.
    /// - Throws: What the closure throws.
    public func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try state.withLock { _ in try body() }
    }
}
