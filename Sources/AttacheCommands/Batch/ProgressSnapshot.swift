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

    /// Items that this process has done.
    var itemCount: Int
    /// Bytes of the input that are done, those of an earlier run that was resumed included.
    var inputByteCount: Int
    /// Bytes among them that an earlier run had done: they say nothing of the pace.
    var resumedByteCount: Int = 0
    /// Bytes of the whole input, where they are known.
    var totalInputByteCount: Int?
    /// The same items by outcome.
    var outcomes: OutcomeCounts
    /// The slowest host so far.
    var slowestHost: SlowHost?
    /// Time since the run began.
    var elapsed: Duration
}
