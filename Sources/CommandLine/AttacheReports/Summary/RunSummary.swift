package import AttacheCore

package struct RunSummary: Sendable, Equatable {
    /// Items by outcome, including those of a resumed earlier run.
    package var outcomes = OutcomeCounts()
    /// Items that show less than their sender intended.
    package var fallbackCount = 0
    package var resumedCount = 0
    /// The reasons: blocking ones first, then by decided items.
    package var reasons: [ReasonTally] = []
    /// The slowest hosts first, by 95th percentile; limited by the caller.
    package var hosts: [HostTally] = []
    /// The number of hosts; a lower bound when `areHostsComplete` is false.
    package var hostCount = 0
    /// Whether every host was counted; beyond 1,024 only those with more than 1/512 of all transfer time certainly are.
    package var areHostsComplete = true
    package var media = MediaTotals()
    /// The sources of the verdicts on media.
    package var supplies = SupplyCounts()
    /// Media references whose file was repaired, and those whose file needed a repair and has none.
    package var repairedCount = 0
    package var unrepairedCount = 0
    /// The size in bytes of files that were downloaded and attached.
    package var transferredByteCount = 0
    /// The sum of the transfer times that sharing and caching avoided.
    package var timeSaved: Duration = .zero
    /// From arrival to result.
    package var items = DurationSummary()
    /// The durations of stages, in their order, for items that sent a request themselves.
    package var stages: [StageSummary] = []
    package var wallTime: Duration = .zero
    package var isInterrupted = false
    /// How an interrupted run can be resumed.
    package var resumeAdvice = ResumeAdvice.sameCommand
    /// What distinguishes this report from another one: date, version, command, policy, network.
    package var facts: [Fact] = []
    /// What users see of the most frequent shapes, for pages.
    package var pictures: [ReportPicture] = []
    /// Why there are no pictures, or not of all items; `nil` for no reason.
    package var pictureNotice: String?

    /// One line about a run.
    package struct Fact: Sendable, Equatable {
        package let name: String
        /// Text without secrets.
        package let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    package var itemCount: Int { outcomes.total }

    /// Items that this run finished, per second; 0 for a run without a duration.
    package var itemsPerSecond: Double {
        let seconds = wallTime / .seconds(1)
        return seconds > 0 ? Double(itemCount - resumedCount) / seconds : 0
    }
}

package struct OutcomeCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: Outcome.allCases.count)

    package init() {}

    package subscript(outcome: Outcome) -> Int {
        get { counts[Self.index(of: outcome)] }
        set { counts[Self.index(of: outcome)] = newValue }
    }

    package var total: Int { counts.reduce(0, +) }

    /// All outcomes in their own order with their counts, zero counts included.
    package var all: [(outcome: Outcome, count: Int)] {
        Outcome.allCases.map { ($0, self[$0]) }
    }

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

/// The number of media references for each source of verdicts.
package struct SupplyCounts: Sendable, Equatable {
    private var counts = [Int](repeating: 0, count: MediaSupply.allCases.count)

    package subscript(supply: MediaSupply) -> Int {
        get { counts[Self.index(of: supply)] }
        set { counts[Self.index(of: supply)] = newValue }
    }

    package var total: Int { counts.reduce(0, +) }

    /// References without a full transfer: shared, cached and revalidated ones.
    package var hitCount: Int { total - self[.transferred] }

    /// All sources in their own order with their counts, zero counts included.
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

package struct MediaTotals: Sendable, Equatable {
    package var attachmentCount = 0
    /// The size in bytes of the attachments of all items: the download of all devices together.
    package var attachedByteCount = 0
    /// Distinct files among them, by content.
    package var fileCount = 0
    /// The size in bytes of the distinct files: their size in the store.
    package var fileByteCount = 0
    /// Whether the counts of distinct files are exact; otherwise they are lower bounds.
    package var isFileCountExact = true
}

package struct StageSummary: Sendable, Equatable {
    package var stage: TimedStage
    /// Its durations, without items that skipped it: a reused connection has no `connect` and no `tls`.
    package var durations: DurationSummary
}

/// A separately timed part of an item's processing.
package enum TimedStage: String, Sendable, CaseIterable {
    case resolve
    case connect
    case tls
    case firstByte = "first-byte"
    case body
    case inspect

    /// The title in reports.
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

    /// Returns the duration of this part of an item; zero when it was skipped.
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
