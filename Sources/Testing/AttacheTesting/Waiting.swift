import AttacheSystem

/// Waits until a condition holds, without a limit of its own: the time limit of the suite ends a wait in vain, so that a
/// busy machine only takes longer.
package func waitUntil(_ isSo: () async throws -> Bool) async throws {
    while try await !isSo() { try await Task.sleep(for: .milliseconds(2)) }
}

/// Lets other tests run before a condition is looked at again: a loop that only yields would take a processor from them.
package func pause() async {
    try? await Task.sleep(for: .milliseconds(1))
    // In a cancelled task the sleep is over at once.
    await Task.yield()
}

/// Waits until there is a value, in the same way.
package func waitFor<Value>(_ find: () async throws -> Value?) async throws -> Value {
    while true {
        if let value = try await find() { return value }
        try await Task.sleep(for: .milliseconds(2))
    }
}

/// Runs `body` while the time of a clock passes a step at a time, as fast as the machine allows.
///
/// For work that may sleep on the clock any number of times, and whose outcome does not depend on how often it does.
package func withTimePassing<Value: Sendable>(
    on clock: ManualClock,
    by step: Duration,
    _ body: @escaping @Sendable () async throws -> Value
) async throws -> Value {
    let isOver = Locked(false)
    @Sendable func run() async throws -> Value {
        defer { isOver.withLock { $0 = true } }
        return try await body()
    }
    async let value = run()
    try await waitUntil {
        if isOver.withLock({ $0 }) { return true }
        clock.advance(by: step)
        return false
    }
    return try await value
}
