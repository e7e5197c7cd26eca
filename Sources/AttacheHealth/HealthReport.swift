/// What a service says of its health.
package struct HealthReport: Sendable, Equatable {
    /// Whether it answered that it is well.
    package let isHealthy: Bool
    /// The answer, or why there is none, in one line without its end.
    package let line: String

    /// What a command that only asks exits with: 0 or 1, as container runtimes want it.
    package var exitStatus: Int32 { isHealthy ? 0 : 1 }
}
