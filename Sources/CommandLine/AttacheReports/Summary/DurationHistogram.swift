/// A histogram of durations in bounded memory, for percentiles.
///
/// Buckets are one microsecond wide up to 32 µs; above, every power of two is divided into 16, so that a bucket's
/// middle is within 1/32 of each value in it. At most 592 buckets cover 2^20 seconds (twelve days); longer durations
/// count in the last one. Buckets exist only up to the longest duration so far.
package struct DurationHistogram: Sendable {
    private static let stepBits = 4
    private static let steps = 1 << stepBits
    private static let lastBucket = 37 * steps - 1

    private var buckets: [UInt32] = []
    private var count = 0
    private var shortest: Duration = .seconds(Int64.max)
    private var longest: Duration = .zero
    private var total: Duration = .zero

    /// Adds one duration; a negative one counts as zero.
    package mutating func add(_ duration: Duration) {
        let duration = max(duration, .zero)
        let bucket = Self.bucket(of: duration)
        if bucket >= buckets.count {
            buckets.append(contentsOf: repeatElement(0, count: bucket + 1 - buckets.count))
        }
        // A full bucket saturates: four thousand million is enough for a percentile.
        if buckets[bucket] < .max { buckets[bucket] += 1 }
        count += 1
        shortest = min(shortest, duration)
        longest = max(longest, duration)
        total += duration
    }

    package var summary: DurationSummary {
        DurationSummary(
            count: count,
            median: percentile(50),
            percentile95: percentile(95),
            longest: longest,
            total: total
        )
    }

    /// The duration at a percentile, by nearest rank.
    private func percentile(_ percent: Int) -> Duration {
        let rank = max(1, (count * percent + 99) / 100)
        var seen = 0
        for (bucket, held) in buckets.enumerated() {
            seen += Int(held)
            if seen >= rank { return min(max(Self.middle(of: bucket), shortest), longest) }
        }
        return longest
    }

    private static func bucket(of duration: Duration) -> Int {
        let (seconds, attoseconds) = duration.components
        guard seconds < 1 << 20 else { return lastBucket }
        let microseconds = Int(seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
        guard microseconds >= 2 * steps else { return microseconds }
        let power = Int.bitWidth - 1 - microseconds.leadingZeroBitCount
        return min((power - stepBits) * steps + microseconds >> (power - stepBits), lastBucket)
    }

    private static func middle(of bucket: Int) -> Duration {
        guard bucket >= 2 * steps else { return .microseconds(bucket) }
        let shift = bucket / steps - 1
        let low = (bucket - shift * steps) << shift
        return .microseconds(low + 1 << (shift - 1))
    }
}

package struct DurationSummary: Sendable, Equatable {
    package var count: Int = 0
    /// The median, within 1/32 of the true value.
    package var median: Duration = .zero
    /// The 95th percentile, within 1/32 of the true value.
    package var percentile95: Duration = .zero
    package var longest: Duration = .zero
    package var total: Duration = .zero
}
