/// How the service came to its end.
package enum ShutdownOutcome: Sendable, Equatable {
    /// Every request that was taken has been answered in full.
    case drained
    /// The time for that was over: transfers were ended, so that their payloads fell back, and what was not answered soon
    /// after was cut off.
    case incomplete

    /// The process' exit status: 0, or 5 for "interrupted with work left", as on the command line.
    package var exitStatus: Int32 {
        switch self {
        case .drained: 0
        case .incomplete: 5
        }
    }
}
