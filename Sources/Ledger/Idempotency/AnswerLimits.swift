/// How long and how many answers are kept; beyond a limit the oldest go.
package struct IdempotencyLimits: Sendable, Equatable {
    /// How long an answer is kept, at least one second.
    package var lifetime = Duration.seconds(24 * 3600)
    /// How many are kept, at least 1.
    package var count = 100_000
    /// How many bytes their bodies have together, at least 1.
    package var byteCount = 256 << 20

    /// Creates the limits that hold unless something else is said.
    package init() {}
}
