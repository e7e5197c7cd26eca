/// How long something took that happened many times.
package struct DurationSummary: Sendable, Equatable {
    /// How often it was timed.
    package var count: Int
    /// Half of the times were no longer; within 1/32 of the true value.
    package var median: Duration
    /// 95 of 100 were no longer; within 1/32 of the true value.
    package var percentile95: Duration
    /// The longest, exactly.
    package var longest: Duration
    /// All of them, added up exactly.
    package var total: Duration

    /// Creates a summary; of nothing, unless told otherwise.
    ///
    /// - Parameters:
    ///   - count: How often it was timed.
    ///   - median: The median.
    ///   - percentile95: The 95th percentile.
    ///   - longest: The longest.
    ///   - total: The sum.
    package init(
        count: Int = 0,
        median: Duration = .zero,
        percentile95: Duration = .zero,
        longest: Duration = .zero,
        total: Duration = .zero
    ) {
        self.count = count
        self.median = median
        self.percentile95 = percentile95
        self.longest = longest
        self.total = total
    }
}
