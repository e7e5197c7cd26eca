package import AttacheCore

/// Adds up what became of a run's items, in the same memory for any number of them.
///
/// Under 8 MiB at the very most: 1,024 hosts with a histogram of up to 592 buckets each, 262,144 digests of files, one
/// example for each reason.
package struct RunTotals: Sendable {
    private var summary = RunSummary()
    private var reasons = ReasonTable()
    private var hosts = HostTable()
    private var files = DistinctFiles()
    private var items = DurationHistogram()
    private var stages = [DurationHistogram](repeating: DurationHistogram(), count: TimedStage.allCases.count)

    /// Creates totals of nothing.
    package init() {}

    /// Counts an item.
    ///
    /// - Parameters:
    ///   - record: What is kept of the item.
    ///   - isResumed: Whether an earlier run had finished it; then it counts for no rate.
    package mutating func add(_ record: ItemRecord, isResumed: Bool = false) {
        summary.outcomes[record.outcome] += 1
        if record.isFallback { summary.fallbackCount += 1 }
        if isResumed { summary.resumedCount += 1 }
        reasons.add(record)
        items.add(record.timing.total)
        for attachment in record.attachments {
            summary.media.attachmentCount += 1
            summary.media.attachedByteCount += attachment.file.byteCount
            files.add(attachment.file)
        }
        var asked = false
        for trace in record.traces {
            count(trace)
            asked = asked || trace.askedOrigin
        }
        // An item that shares another's transfer tells of the same time again.
        if asked { count(record.timing) }
    }

    /// What it all comes to.
    ///
    /// - Parameters:
    ///   - wallTime: From the run's beginning to its end.
    ///   - isInterrupted: Whether work is left.
    ///   - hostLimit: The most hosts to tell of, the slowest ones.
    /// - Returns: The summary.
    package func summary(
        wallTime: Duration,
        isInterrupted: Bool = false,
        hostLimit: Int = 20
    ) -> RunSummary {
        var summary = summary
        summary.wallTime = wallTime
        summary.isInterrupted = isInterrupted
        summary.reasons = reasons.sorted
        summary.hosts = hosts.slowest(hostLimit)
        summary.hostCount = hosts.count
        summary.areHostsComplete = hosts.isComplete
        summary.media.fileCount = files.count
        summary.media.fileByteCount = files.byteCount
        summary.media.isFileCountExact = files.isComplete
        summary.items = items.summary
        summary.stages = zip(TimedStage.allCases, stages).map {
            StageSummary(stage: $0, durations: $1.summary)
        }
        return summary
    }

    private mutating func count(_ trace: TransferRecord) {
        summary.supplies[trace.supply] += 1
        switch trace.supply {
        case .transferred: summary.transferredByteCount += trace.byteCount
        case .shared, .cached: summary.timeSaved += trace.transfer
        // The origin was asked and the answer waited for; what the body would have taken, nobody knows.
        case .revalidated: break
        }
        hosts.add(trace)
    }

    private mutating func count(_ timing: ResultTiming) {
        for (index, stage) in TimedStage.allCases.enumerated() {
            let duration = stage.duration(in: timing)
            if duration > .zero { stages[index].add(duration) }
        }
    }
}
