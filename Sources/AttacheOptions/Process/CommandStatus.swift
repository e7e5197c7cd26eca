/// The documented exit codes.
package enum CommandStatus: Int32, Sendable {
    /// Everything was emitted, fallbacks included.
    case success = 0
    /// A fault of this machine: disk, store, descriptors.
    case runtimeFault = 1
    /// Wrong usage or configuration.
    case usage = 2
    /// At least one input was no deliverable push.
    case rejectedInput = 3
    /// A fallback happened, and was asked about.
    case fallback = 4
    /// Interrupted with work left.
    case interrupted = 5

    /// The status when several apply: 1 before 5 before 3 before 4.
    ///
    /// - Parameter statuses: What happened.
    /// - Returns: The one to exit with; success when nothing else happened.
    package static func worst(of statuses: [CommandStatus]) -> CommandStatus {
        let order: [CommandStatus] = [.usage, .runtimeFault, .interrupted, .rejectedInput, .fallback]
        return order.first(where: statuses.contains) ?? .success
    }
}
