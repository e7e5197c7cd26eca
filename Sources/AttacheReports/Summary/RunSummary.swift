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
