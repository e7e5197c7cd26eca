import AttacheReports
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ProgressMeterTests {
    private func snapshot(
        _ items: Int,
        _ bytes: Int,
        of total: Int? = 10_000,
        after seconds: Double,
        resumed: Int = 0
    ) -> ProgressSnapshot {
        ProgressSnapshot(
            itemCount: items,
            inputByteCount: bytes,
            resumedByteCount: resumed,
            totalInputByteCount: total,
            outcomes: OutcomeCounts(),
            elapsed: .seconds(seconds)
        )
    }

    /// In seconds, rounded to a thousandth.
    private func seconds(_ duration: Duration?) -> Double? {
        duration.map { (($0 / .milliseconds(1)).rounded()) / 1000 }
    }

    @Test("A steady rate is reported from the first step, and the remaining time from the first second")
    func steady() {
        var meter = ProgressMeter()
        let first = meter.observe(snapshot(50, 500, after: 0.5))
        #expect(first.itemsPerSecond == 100)
        #expect(first.fraction == 0.05)
        #expect(first.remaining == nil)
        let second = meter.observe(snapshot(100, 1000, after: 1))
        #expect((second.itemsPerSecond - 100).magnitude < 0.001)
        #expect(seconds(second.remaining) == 9)
    }

    @Test("Recent items weigh more: a falling rate is half forgotten after seven seconds")
    func smoothing() {
        var meter = ProgressMeter()
        for second in 1...100 { _ = meter.observe(snapshot(second * 100, second, after: Double(second))) }
        var reading = meter.observe(snapshot(10_000, 100, after: 107))
        #expect((0.47...0.53).contains(reading.itemsPerSecond / 100))
        reading = meter.observe(snapshot(10_000, 100, after: 150))
        #expect(reading.itemsPerSecond < 2)
    }

    @Test("Items of an earlier run do not count towards the rate")
    func resuming() {
        var meter = ProgressMeter()
        _ = meter.observe(snapshot(0, 3000, after: 0.1, resumed: 3000))
        // Some of those items are found among the new ones.
        let reading = meter.observe(snapshot(10, 5010, after: 1.1, resumed: 5000))
        #expect((8...10).contains(reading.itemsPerSecond))
        // Of the 5000 bytes that were left, 10 are done.
        #expect((reading.fraction ?? 0) == 0.002)
        var resumed = ProgressMeter()
        #expect(resumed.observe(snapshot(0, 9000, after: 0, resumed: 9000)).fraction == 0)
        #expect(resumed.observe(snapshot(0, 10_000, after: 1, resumed: 10_000)).fraction == 1)
        #expect((500...600).contains(seconds(reading.remaining) ?? 0))
    }

    @Test("Without a total there is no share and no remaining time; at the end none remains")
    func edges() {
        var meter = ProgressMeter()
        #expect(
            meter.observe(snapshot(0, 0, after: 0)) == ProgressEstimate(itemsPerSecond: 0, fraction: 0, remaining: nil)
        )
        let unknown = meter.observe(snapshot(10, 100, of: nil, after: 2))
        #expect(unknown.fraction == nil && unknown.remaining == nil)
        #expect(meter.observe(snapshot(99, 10_000, after: 3)).remaining == .zero)
        // Files may grow while they are read.
        #expect(meter.observe(snapshot(99, 10_001, after: 4)).fraction == 1)
        // Equal instants do not cause a division by zero.
        #expect(meter.observe(snapshot(99, 10_001, after: 4)).itemsPerSecond.isFinite)
    }

    @Test("A stalled run reports no remaining time")
    func stalled() {
        var meter = ProgressMeter()
        #expect(meter.observe(snapshot(0, 0, after: 30)).remaining == nil)
    }
}
