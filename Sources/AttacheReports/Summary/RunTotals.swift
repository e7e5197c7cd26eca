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

/// Counts different files by the first 64 bits of their SHA-256, in bounded memory.
///
/// Up to 262,144 different files, about 4 MiB of memory, the counts are exact but for files that agree in 64 bits, one
/// chance in 10^8 at that number; beyond, they are what there is at least.
struct DistinctFiles: Sendable {
    /// Files that are told apart.
    static let capacity = 1 << 18

    private var prefixes: Set<UInt64> = []
    /// Different files.
    private(set) var count = 0
    /// Bytes of the different files.
    private(set) var byteCount = 0
    /// Whether the counts are exact.
    private(set) var isComplete = true

    /// Counts a file, unless it was counted before.
    mutating func add(_ file: StoredFile) {
        guard let prefix = UInt64(file.sha256.prefix(16), radix: 16) else { return }
        if prefixes.count >= Self.capacity {
            if !prefixes.contains(prefix) { isComplete = false }
            return
        }
        guard prefixes.insert(prefix).inserted else { return }
        count += 1
        byteCount += file.byteCount
    }
}
