import AttacheReports
import Glibc

/// An estimator of pace and time left.
///
/// The pace is an average over the observations that weighs recent ones more: work from ten seconds ago counts 1/e of
/// new work. The time left is computed from the bytes of the input, whose total is known at the start.
struct ProgressMeter: Sendable {
    /// The age at which work counts 1/e.
    static let averagingWindow: Duration = .seconds(10)
    /// The time before the first estimate of the time left.
    static let minimumElapsed: Duration = .seconds(1)

    private var last: ProgressSnapshot?
    // Decaying sums of work and of seconds.
    private var items = 0.0
    private var bytes = 0.0
    private var seconds = 0.0

    /// Adds an observation, no earlier than the previous one, and returns the estimate.
    mutating func observe(_ snapshot: ProgressSnapshot) -> ProgressEstimate {
        let before = last
        let step = (snapshot.elapsed - (before?.elapsed ?? .zero)) / .seconds(1)
        if step > 0 {
            let averagingWindow = Self.averagingWindow / .seconds(1)
            let kept = exp(-step / averagingWindow)
            // The decayed sum of a step at a steady pace.
            let weight = averagingWindow * (1 - kept)
            let done = snapshot.itemCount - (before?.itemCount ?? 0)
            // Input that an earlier run finished is skipped at once, so it must not count.
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
        guard let whole = snapshot.totalInputByteCount, whole > 0 else { return reading }
        // After a resume only what an earlier run left is work.
        let total = max(0, whole - snapshot.resumedByteCount)
        let done = min(max(0, snapshot.freshByteCount), total)
        reading.fraction = total > 0 ? Double(done) / Double(total) : 1
        if done == total {
            reading.remaining = .zero
        } else if snapshot.elapsed >= Self.minimumElapsed, bytes > 0 {
            let left = Double(total - done) * seconds / bytes
            // Beyond a thousand hours an estimate is a guess.
            if left < 3_600_000 { reading.remaining = .seconds(left) }
        }
        return reading
    }
}

extension ProgressSnapshot {
    fileprivate var freshByteCount: Int { inputByteCount - resumedByteCount }
}

struct ProgressEstimate: Sendable, Equatable {
    /// The recent pace.
    var itemsPerSecond: Double
    /// The finished part of the input that an earlier run left, 0 to 1, if its size is known.
    var fraction: Double?
    /// The time left at the recent pace, if it can be estimated.
    var remaining: Duration?
}

/// The progress of a run at one moment.
struct ProgressSnapshot: Sendable, Equatable {
    struct SlowHost: Sendable, Equatable {
        var name: String
        /// The 95th percentile of its transfers.
        var duration: Duration
    }

    /// Items that this process has finished.
    var itemCount: Int
    /// Finished bytes of the input, including those of a resumed earlier run.
    var inputByteCount: Int
    /// Bytes among them that an earlier run finished; they do not count for the pace.
    var resumedByteCount: Int = 0
    /// The size of the whole input in bytes, if known.
    var totalInputByteCount: Int?
    /// The same items by outcome.
    var outcomes: OutcomeCounts
    var slowestHost: SlowHost?
    /// The downloads that a requested stop waits for; `nil` while no stop is requested.
    var finishingCount: Int?
    var elapsed: Duration
}
