/// The process could not be locked in.
package struct SandboxError: Error, Equatable, Sendable {
    /// What was refused, such as "the system call filter".
    package let step: String
    /// The system's `errno`.
    package let code: Int32
}
