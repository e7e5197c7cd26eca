package import Attache
package import AttacheCommandLine
package import AttacheCore
package import AttacheReports

/// What happened in a run, for the exit status.
package struct RunTally {
    private let failsOnFallback: Bool
    /// The statuses of all that happened.
    private var statuses: Set<CommandStatus> = []

    package init(failsOnFallback: Bool) {
        self.failsOnFallback = failsOnFallback
    }

    /// Notes what is not in a result, such as an interruption.
    package mutating func note(_ status: CommandStatus) { statuses.insert(status) }

    package mutating func count(_ result: RewriteResult) {
        count(result.outcome, isFallback: result.isFallback, reasons: result.reasons)
    }

    package mutating func count(_ record: ItemRecord) {
        count(record.outcome, isFallback: record.isFallback, reasons: record.reasons)
    }

    /// Counts the items of a summary.
    package mutating func count(_ summary: RunSummary) {
        if summary.outcomes[.rejected] > 0 { note(.rejectedInput) }
        if summary.fallbackCount > 0 { noteFallback() }
        if summary.reasons.contains(where: { ReasonCode.localFailures.contains($0.code) }) { note(.runtimeFault) }
    }

    /// Counts a denied URL as a fallback.
    package mutating func count(_ verdict: URLVerdict) {
        if !verdict.isAllowed { noteFallback() }
    }

    private mutating func count(_ outcome: Outcome, isFallback: Bool, reasons: [Reason]) {
        if outcome == .rejected { note(.rejectedInput) }
        if isFallback { noteFallback() }
        // Such as a store that refuses files; the notification was still sent as plain text.
        if reasons.contains(where: { ReasonCode.localFailures.contains($0.code) }) { note(.runtimeFault) }
    }

    private mutating func noteFallback() {
        if failsOnFallback { note(.fallback) }
    }

    package mutating func add(_ other: RunTally) { statuses.formUnion(other.statuses) }

    package var isInterrupted: Bool { statuses.contains(.interrupted) }

    package var status: CommandStatus { CommandStatus.worst(of: statuses) }
}
