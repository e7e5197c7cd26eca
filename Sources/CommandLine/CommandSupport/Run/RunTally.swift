package import Attache
package import AttacheCommandLine
package import AttacheCore
package import AttacheReports

/// The counts of a run, for the exit status.
package struct RunTally {
    package let failsOnFallback: Bool
    package var hasFault = false
    package var isInterrupted = false
    private var hasRejected = false
    private var hasFallback = false

    package init(failsOnFallback: Bool) {
        self.failsOnFallback = failsOnFallback
    }

    package mutating func count(_ result: RewriteResult) {
        count(result.outcome, isFallback: result.isFallback, reasons: result.reasons)
    }

    package mutating func count(_ record: ItemRecord) {
        count(record.outcome, isFallback: record.isFallback, reasons: record.reasons)
    }

    /// Counts the items of a summary.
    package mutating func count(_ summary: RunSummary) {
        if summary.outcomes[.rejected] > 0 { hasRejected = true }
        if summary.fallbackCount > 0 { hasFallback = true }
        if summary.reasons.contains(where: { ReasonCode.localFailures.contains($0.code) }) { hasFault = true }
    }

    /// Counts a denied URL as a fallback.
    package mutating func count(_ verdict: URLVerdict) {
        if !verdict.isAllowed { hasFallback = true }
    }

    private mutating func count(_ outcome: Outcome, isFallback: Bool, reasons: [Reason]) {
        if outcome == .rejected { hasRejected = true }
        if isFallback { hasFallback = true }
        // Such as a store that refuses files; the notification was still sent as plain text.
        if reasons.contains(where: { ReasonCode.localFailures.contains($0.code) }) { hasFault = true }
    }

    package mutating func add(_ other: RunTally) {
        hasFault = hasFault || other.hasFault
        isInterrupted = isInterrupted || other.isInterrupted
        hasRejected = hasRejected || other.hasRejected
        hasFallback = hasFallback || other.hasFallback
    }

    package var status: CommandStatus {
        var statuses: [CommandStatus] = []
        if hasFault { statuses.append(.runtimeFault) }
        if isInterrupted { statuses.append(.interrupted) }
        if hasRejected { statuses.append(.rejectedInput) }
        if hasFallback && failsOnFallback { statuses.append(.fallback) }
        return CommandStatus.worst(of: statuses)
    }
}
