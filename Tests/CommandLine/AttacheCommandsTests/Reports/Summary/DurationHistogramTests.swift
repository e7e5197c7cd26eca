import AttacheCore
import TestWidth
import Testing

@testable import AttacheReports

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DurationHistogramTests {
    private func summary(_ durations: some Sequence<Duration>) -> DurationSummary {
        var histogram = DurationHistogram()
        for duration in durations { histogram.add(duration) }
        return histogram.summary
    }

    @Test("An empty histogram has no values")
    func empty() {
        #expect(summary([]) == DurationSummary())
    }

    @Test(
        "A single duration is its own median, within 1/32",
        arguments: [0, 1, 31, 32, 33, 1000, 123_456, 29_000_000, 3_600_000_000]
    )
    func single(_ microseconds: Int) {
        let duration = Duration.microseconds(microseconds)
        let result = summary([duration])
        #expect(abs(result.median.milliseconds - duration.milliseconds) <= duration.milliseconds / 32)
        #expect(result.percentile95 == result.median)
        #expect(result.longest == duration)
        #expect(result.total == duration)
    }

    @Test("Equal durations are reported exactly")
    func constant() {
        #expect(summary([.milliseconds(260), .milliseconds(260)]).median == .milliseconds(260))
    }

    @Test("The median and 95th percentile of 1 to 1000 ms are within 1/32")
    func uniform() {
        let result = summary((1...1000).shuffled().map { .milliseconds($0) })
        #expect(result.count == 1000)
        #expect(abs(result.median.milliseconds - 500) <= 500 / 32)
        #expect(abs(result.percentile95.milliseconds - 950) <= 950 / 32)
        #expect(result.longest == .milliseconds(1000))
        #expect(result.total == .milliseconds(500_500))
    }

    @Test("The 95th percentile is the nearest rank: the 19th of twenty, the 20th of twenty-one")
    func rank() {
        let short = [Duration](repeating: .microseconds(5), count: 19)
        #expect(summary(short + [.microseconds(30)]).percentile95 == .microseconds(5))
        #expect(summary(short + [.microseconds(30), .microseconds(30)]).percentile95 == .microseconds(30))
    }

    @Test(
        "Durations outside the range count in the first or last bucket",
        arguments: [Duration.seconds(-1), .seconds(Int64.max)]
    )
    func outside(_ duration: Duration) {
        let result = summary([duration])
        #expect(result.count == 1)
        #expect(result.longest == max(.zero, duration))
    }
}
