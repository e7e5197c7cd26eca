import AttacheReports

/// How far a run has come at one moment.
struct ProgressSnapshot: Sendable, Equatable {
    /// The host whose transfers take longest.
    struct SlowHost: Sendable, Equatable {
        /// The host.
        var name: String
        /// The 95th percentile of its transfers.
        var duration: Duration
    }

    /// Items that are done; those of an earlier run that was resumed count too.
    var itemCount: Int
    /// Items among them that an earlier run had finished: they count for no rate.
    var resumedCount: Int = 0
    /// Bytes of the input that the items that are done took.
    var inputByteCount: Int
    /// Bytes of the whole input, where they are known.
    var totalInputByteCount: Int?
    /// Items that are done, by outcome.
    var outcomes: OutcomeCounts
    /// The slowest host so far.
    var slowestHost: SlowHost?
    /// Time since the run began.
    var elapsed: Duration
}
