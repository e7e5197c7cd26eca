import Attache
import AttacheOptions

/// Passes verdicts on to the output, and counts what happened, for the exit status.
struct CheckTally {
    var output: CheckOutput
    let failsOnDenial: Bool
    var hasFault = false
    var isInterrupted = false
    private var hasDenial = false

    init(output: CheckOutput, failsOnDenial: Bool) {
        self.output = output
        self.failsOnDenial = failsOnDenial
    }

    mutating func add(_ verdict: URLVerdict, of line: URLLine) {
        if !verdict.isAllowed { hasDenial = true }
        output.add(verdict, of: line)
    }

    /// Writes what is left.
    mutating func finish() {
        output.flush()
        if case .failed = output.result { hasFault = true }
    }

    var status: CommandStatus {
        var statuses: [CommandStatus] = []
        if hasFault { statuses.append(.runtimeFault) }
        if isInterrupted { statuses.append(.interrupted) }
        if hasDenial && failsOnDenial { statuses.append(.fallback) }
        return CommandStatus.worst(of: statuses)
    }
}
