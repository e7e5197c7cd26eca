package import AttacheCore

/// An accumulator of a run's items, in bounded memory for any number of them.
///
/// Below 8 MiB in every case: 1,024 hosts with a histogram of up to 592 buckets each, 262,144 digests of files, one
/// example for each reason.
package struct RunTotals: Sendable {
    private static let commonLimit = 4096

    private var summary = RunSummary()
    private var reasons: ReasonTable
    private var hosts = HostTable()
    private var files = DistinctFiles()
    /// What records have in common whose files are counted; held, so that no other object gets the identity of one of them.
    private var counted: [ObjectIdentifier: any AnyObject & Sendable] = [:]
    private var items = DurationHistogram()
    private var stages = [DurationHistogram](repeating: DurationHistogram(), count: TimedStage.allCases.count)

    /// Creates totals without items; `urls` is the form of the examples' URLs.
    package init(urls: URLForm = .withoutQuery) { reasons = ReasonTable(urls: urls) }

    /// Whether no item was counted.
    package var isEmpty: Bool { summary.itemCount == 0 }

    /// Counts an item; one that an earlier run finished is excluded from the rate.
    package mutating func add(_ record: ItemRecord, isResumed: Bool = false) {
        add(record, isResumed: isResumed, at: 0, source: record.source)
    }

    /// Counts an item of a run whose items finish in any order: the examples are those of the lowest positions.
    package mutating func add(
        _ record: ItemRecord,
        isResumed: Bool = false,
        at position: Int,
        source: @autoclosure () -> String
    ) {
        if record.isFallback { summary.fallbackCount += 1 }
        if isResumed { summary.resumedCount += 1 }
        items.add(record.timing.total)
        summary.outcomes[record.outcome] += 1
        reasons.add(record, at: position, source: source())
        let isCounted = isFileCounted(record.common)
        for attachment in record.attachments {
            summary.media.attachmentCount += 1
            summary.media.attachedByteCount += attachment.file.byteCount
            if !isCounted { files.add(attachment.file) }
        }
        for trace in record.traces { count(trace) }
        // An item that shares another's transfer reports the same time again.
        if record.traces.contains(where: \.askedOrigin) { count(record.timing) }
    }

    package func summary(wallTime: Duration, isInterrupted: Bool = false, hostLimit: Int = 20) -> RunSummary {
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

    /// Whether an item with the same files was counted before.
    private mutating func isFileCounted(_ common: (any AnyObject & Sendable)?) -> Bool {
        guard let common else { return false }
        if counted.count >= Self.commonLimit { counted.removeAll(keepingCapacity: true) }
        return counted.updateValue(common, forKey: ObjectIdentifier(common)) != nil
    }

    private mutating func count(_ trace: TransferRecord) {
        summary.supplies[trace.supply] += 1
        if let repair = trace.repair {
            let isRepaired = repair.outcome == .repaired
            if isRepaired { summary.repairedCount += 1 } else { summary.unrepairedCount += 1 }
        }
        switch trace.supply {
        case .transferred: summary.transferredByteCount += trace.byteCount
        case .shared, .cached: summary.timeSaved += trace.transfer
        // A request was sent and its response awaited; the duration of the body's transfer is unknown.
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

/// A counter of distinct files by the first 64 bits of their SHA-256, in bounded memory.
///
/// Up to 262,144 files, about 4 MiB of memory, the counts are exact except for files that agree in 64 bits, one chance
/// in 10^8 at that number; beyond, they are lower bounds.
struct DistinctFiles: Sendable {
    /// The limit of distinct files.
    static let capacity = 1 << 18

    private var prefixes: Set<UInt64> = []
    private(set) var count = 0
    private(set) var byteCount = 0
    private(set) var isComplete = true

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
