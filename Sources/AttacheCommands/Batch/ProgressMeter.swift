import AttacheReports
import Glibc

/// Tells pace and time left from counts and instants.
///
/// The pace is a mean of what happened between observations that weighs recent ones more: what lies ten seconds back
/// counts 1/e of what is new. The time left comes from the bytes of the input, whose total is known from the beginning.
struct ProgressMeter: Sendable {
    /// How far back something counts 1/e.
    static let averagingWindow: Duration = .seconds(10)
    /// Before that much time has passed nothing is said of the time left.
    static let minimumElapsed: Duration = .seconds(1)

    private var last: ProgressSnapshot?
    // Fading sums: what was done, and in how many seconds.
    private var items = 0.0
    private var bytes = 0.0
    private var seconds = 0.0

    /// Takes in how far a run is.
    ///
    /// - Parameter snapshot: No earlier than the one before.
    /// - Returns: Pace and time left.
    mutating func observe(_ snapshot: ProgressSnapshot) -> ProgressEstimate {
        let before = last
        let step = (snapshot.elapsed - (before?.elapsed ?? .zero)) / .seconds(1)
        if step > 0 {
            let averagingWindow = Self.averagingWindow / .seconds(1)
            let kept = exp(-step / averagingWindow)
            // What a steady step leaves behind when it fades as it goes.
            let weight = averagingWindow * (1 - kept)
            let done = snapshot.itemCount - (before?.itemCount ?? 0)
            // What an earlier run had done is passed over in no time.
            let read = snapshot.freshByteCount - (before?.freshByteCount ?? 0)
            items = items * kept + Double(max(0, done)) / step * weight
            bytes = bytes * kept + Double(max(0, read)) / step * weight
            seconds = seconds * kept + weight
            last = snapshot
        }
        return reading(of: snapshot)
    }

    private func reading(of snapshot: ProgressSnapshot) -> ProgressEstimate {
        var reading = ProgressEstimate(itemsPerSecond: seconds > 0 ? items / seconds : 0)
        guard let total = snapshot.totalInputByteCount, total > 0 else { return reading }
        let done = min(snapshot.inputByteCount, total)
        reading.fraction = Double(done) / Double(total)
        if done == total {
            reading.remaining = .zero
        } else if snapshot.elapsed >= Self.minimumElapsed, bytes > 0 {
            let left = Double(total - done) * seconds / bytes
            // Past a thousand hours a forecast is a guess.
            if left < 3_600_000 { reading.remaining = .seconds(left) }
        }
        return reading
    }
}

extension ProgressSnapshot {
    /// Bytes of the input that this process has done.
    fileprivate var freshByteCount: Int { inputByteCount - resumedByteCount }
}

/// What a meter makes of a run's progress.
struct ProgressEstimate: Sendable, Equatable {
    /// Items a second, of late.
    var itemsPerSecond: Double
    /// The part of the input that is done, 0 to 1, where its size is known.
    var fraction: Double?
    /// How long the rest will take at the pace of late, where it can be told.
    var remaining: Duration?
}

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
