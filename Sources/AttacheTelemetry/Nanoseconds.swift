/// Durations as swift-metrics takes them.
enum Nanoseconds {
    /// The nanoseconds of a duration, the largest number where it is longer than three centuries.
    static func count(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || sumOverflows ? .max : sum
    }
}
