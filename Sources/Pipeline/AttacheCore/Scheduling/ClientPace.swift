/// How fast the requests of one client ended lately, and the expected wait of further ones.
@usableFromInline package struct ClientPace: Sendable {
    /// The share of the newest value in a moving mean.
    private let share: Double
    /// The moving mean of the time that a request holds a permit, in seconds.
    private var holdTime: Double
    /// The moving mean of the time between the ends of two requests, in seconds; `nil` before there were two.
    private var interval: Double?
    /// The end of the last request, unless the client was idle since then.
    private var lastEnd: ContinuousClock.Instant?

    /// Creates the pace of a client without requests.
    ///
    /// - Parameters:
    ///   - holdTime: The time that a request is expected to hold a permit at first, in seconds.
    ///   - share: The share of the newest value in a moving mean.
    @usableFromInline package init(holdTime: Double = 0.05, share: Double = 1.0 / 32) {
        self.holdTime = holdTime
        self.share = share
    }

    /// Records that the client has a request again after it had none.
    @usableFromInline package mutating func begin() { lastEnd = nil }

    /// Records the end of a request that held a permit for `duration`.
    @usableFromInline package mutating func end(after duration: Duration, at now: ContinuousClock.Instant) {
        holdTime += (duration / .seconds(1) - holdTime) * share
        // Ends on several threads may be recorded in another order.
        let now = max(now, lastEnd ?? now)
        if let lastEnd {
            let mean = interval ?? holdTime
            interval = mean + (lastEnd.duration(to: now) / .seconds(1) - mean) * share
        }
        lastEnd = now
    }

    /// The expected time until `count` requests of the client have received a permit, in seconds, where it may hold
    /// `permitCount` at once.
    ///
    /// Requests that began together hold their permits for long and end in quick succession: how long each of them took
    /// shows only that there were many, so the shorter estimate counts. The time without an end counts as an interval.
    @usableFromInline package func wait(of count: Int, permitCount: Int, at now: ContinuousClock.Instant) -> Double {
        let each = holdTime / Double(max(1, permitCount))
        let current = lastEnd.map { $0.duration(to: now) / .seconds(1) } ?? 0
        return Double(count) * min(each, interval.map { max($0, current) } ?? each)
    }
}
