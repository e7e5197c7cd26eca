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
        let isFaulty = result.hasReason { ReasonCode.localFailures.contains($0) }
        count(result.outcome, isFallback: result.isFallback, isFaulty: isFaulty)
    }

    package mutating func count(_ record: ItemRecord) {
        let isFaulty = record.reasons.contains { ReasonCode.localFailures.contains($0.code) }
        count(record.outcome, isFallback: record.isFallback, isFaulty: isFaulty)
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

    private mutating func count(_ outcome: Outcome, isFallback: Bool, isFaulty: Bool) {
        if outcome == .rejected { note(.rejectedInput) }
        if isFallback { noteFallback() }
        // Such as a store that refuses files; the notification was still sent as plain text.
        if isFaulty { note(.runtimeFault) }
    }

    private mutating func noteFallback() {
        if failsOnFallback { note(.fallback) }
    }

    package mutating func add(_ other: RunTally) { statuses.formUnion(other.statuses) }

    package var isInterrupted: Bool { statuses.contains(.interrupted) }

    package var status: CommandStatus { CommandStatus.worst(of: statuses) }
}
