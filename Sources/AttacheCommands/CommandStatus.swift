/// The documented exit codes.
enum CommandStatus: Int32 {
    case success = 0
    case runtimeFault = 1
    case usage = 2
    case rejectedInput = 3
    case fallback = 4
    case interrupted = 5

    /// The status when several apply: 1 before 5 before 3 before 4.
    static func worst(of statuses: [CommandStatus]) -> CommandStatus {
        let order: [CommandStatus] = [.usage, .runtimeFault, .interrupted, .rejectedInput, .fallback]
        return order.first(where: statuses.contains) ?? .success
    }
}
