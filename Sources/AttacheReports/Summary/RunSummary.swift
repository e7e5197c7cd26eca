package import AttacheCore

/// What a run came to: counts, reasons, hosts, media and times.
package struct RunSummary: Sendable, Equatable {
    /// Items by outcome; those of an earlier run that was resumed count too.
    package var outcomes = OutcomeCounts()
    /// Items that show less than their sender meant them to.
    package var fallbackCount = 0
    /// Items that an earlier run had finished, and this one only counted.
    package var resumedCount = 0
    /// The reasons, what blocks first, then by how many items they decided.
    package var reasons: [ReasonTally] = []
    /// The slowest hosts first, by 95th percentile; at most as many as were asked for.
    package var hosts: [HostTally] = []
    /// Hosts in all, or those that are known of when `areHostsComplete` is false.
    package var hostCount = 0
    /// Whether every host was counted; past 1,024 only those with more than 1/512 of all transfer time surely are.
    package var areHostsComplete = true
    /// The media that the notifications show.
    package var media = MediaTotals()
    /// Where the verdicts on media came from.
    package var supplies = SupplyCounts()
    /// Bytes of the files that were downloaded and attached.
    package var transferredByteCount = 0
    /// What the transfers would have taken that were shared or came out of the cache, one after the other.
    package var timeSaved: Duration = .zero
    /// How long items took from their arrival to their result.
    package var items = DurationSummary()
    /// How long the stages took, in their order, where an item asked an origin itself.
    package var stages: [StageSummary] = []
    /// From the run's beginning to its end.
    package var wallTime: Duration = .zero
    /// Whether the run was interrupted with work left.
    package var isInterrupted = false

    /// Creates a summary of nothing.
    package init() {}

    /// Items in all.
    package var itemCount: Int { outcomes.total }

    /// Items that this run itself finished, by second; 0 for a run without a duration.
    package var itemsPerSecond: Double {
        let seconds = wallTime / .seconds(1)
        return seconds > 0 ? Double(itemCount - resumedCount) / seconds : 0
    }
}

/// How many items came to each outcome.
package struct OutcomeCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

    /// Creates counts of nothing.
    package init() {}

    /// How many items came to an outcome.
    ///
    /// - Parameter outcome: The outcome.
    package subscript(outcome: Outcome) -> Int {
        get { counts[Self.index(of: outcome)] }
        set { counts[Self.index(of: outcome)] = newValue }
    }

    /// Items in all.
    package var total: Int { counts.reduce(0, +) }

    /// The outcomes in their own order with their counts, those that did not happen too.
    package var all: [(outcome: Outcome, count: Int)] {
        Outcome.allCases.map { ($0, self[$0]) }
    }

    /// Where an outcome stands in the order of all.
    static func index(of outcome: Outcome) -> Int {
        switch outcome {
        case .attached: 0
        case .rewritten: 1
        case .plain: 2
        case .untouched: 3
        case .rejected: 4
        }
    }
}

/// How many media references got their verdict from where.
package struct SupplyCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: MediaSupply.allCases.count)

    /// Creates counts of nothing.
    package init() {}

    /// How many references got their verdict from one place.
    ///
    /// - Parameter supply: The place.
    package subscript(supply: MediaSupply) -> Int {
        get { counts[Self.index(of: supply)] }
        set { counts[Self.index(of: supply)] = newValue }
    }

    /// References in all.
    package var total: Int { counts.reduce(0, +) }

    /// References that cost no whole transfer: shared, cached and revalidated ones.
    package var hitCount: Int { total - self[.transferred] }

    /// The places in their own order with their counts, those that gave nothing too.
    package var all: [(supply: MediaSupply, count: Int)] {
        MediaSupply.allCases.map { ($0, self[$0]) }
    }

    private static func index(of supply: MediaSupply) -> Int {
        switch supply {
        case .transferred: 0
        case .shared: 1
        case .cached: 2
        case .revalidated: 3
        }
    }
}

/// The media that a run's notifications show.
package struct MediaTotals: Sendable, Equatable {
    /// Attachments, every one of every item.
    package var attachmentCount = 0
    /// Bytes of the attachments, every one of every item: what all devices together load.
    package var attachedByteCount = 0
    /// Different files among them, by content.
    package var fileCount = 0
    /// Bytes of the different files: what they take in the store.
    package var fileByteCount = 0
    /// Whether the counts of different files are exact; if not there are at least as many.
    package var isFileCountExact = true

    /// Creates totals of nothing.
    package init() {}
}

/// How long one stage took over a run.
package struct StageSummary: Sendable, Equatable {
    /// The stage.
    package var stage: TimedStage
    /// Its durations, of the items for which it took place: a reused connection has no `connect` and no `tls`.
    package var durations: DurationSummary

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - durations: Its durations.
    package init(stage: TimedStage, durations: DurationSummary) {
        self.stage = stage
        self.durations = durations
    }
}

/// A part of an item's time that is measured by itself.
package enum TimedStage: String, Sendable, CaseIterable {
    case resolve
    case connect
    case tls
    case firstByte = "first-byte"
    case body
    case inspect

    /// Words for a person.
    package var title: String {
        switch self {
        case .resolve: "Resolve"
        case .connect: "Connect"
        case .tls: "TLS"
        case .firstByte: "First byte"
        case .body: "Body"
        case .inspect: "Inspect"
        }
    }

    /// How long this part of an item took.
    ///
    /// - Parameter timing: The item's timing.
    /// - Returns: The duration; zero where the part did not take place.
    package func duration(in timing: ResultTiming) -> Duration {
        switch self {
        case .resolve: timing.transfer.resolve
        case .connect: timing.transfer.connect
        case .tls: timing.transfer.tls
        case .firstByte: timing.transfer.firstByte
        case .body: timing.transfer.body
        case .inspect: timing.inspection
        }
    }
}
