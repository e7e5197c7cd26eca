import AttacheTesting
import TestWidth
import Testing

/// The expected arrivals are computed by hand; a full segment of 1460 bytes is 1500 on the link.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SegmentScheduleTests {
    private func arrivals(_ schedule: SegmentSchedule, count: Int, at instant: Duration = .zero) -> [Double] {
        var schedule = schedule
        return (0..<count).map { _ in
            let arrival = schedule.arrival(ofByteCount: 1460, availableAt: instant)
            return Double(arrival.components.seconds) * 1000 + Double(arrival.components.attoseconds) / 1e15
        }
    }

    @Test("Without a rate, ten segments arrive after one delay, twenty a round trip later, then forty")
    func slowStart() {
        let schedule = SegmentSchedule(
            bytesPerSecond: .infinity,
            delay: .milliseconds(60),
            returnDelay: .milliseconds(40)
        )
        let times = arrivals(schedule, count: 71)
        #expect(times[0] == 60)
        #expect(times[9] == 60)
        #expect(times[10] == 160)
        #expect(times[29] == 160)
        #expect(times[30] == 260)
        #expect(times[69] == 260)
        #expect(times[70] == 360)
    }

    @Test("Without a delay, segments arrive at the rate, headers included")
    func rate() {
        let schedule = SegmentSchedule(bytesPerSecond: 150_000, delay: .zero, returnDelay: .zero)
        let times = arrivals(schedule, count: 100)
        #expect(abs(times[0] - 10) < 0.001)
        #expect(abs(times[99] - 1000) < 0.001)
    }

    @Test("A window smaller than the link waits for the first acknowledgement, and then keeps the rate")
    func both() {
        // 10 ms per segment: the first ten leave by 100 ms. The first is acknowledged at 10 + 200 ms.
        let schedule = SegmentSchedule(
            bytesPerSecond: 150_000,
            delay: .milliseconds(100),
            returnDelay: .milliseconds(100)
        )
        let times = arrivals(schedule, count: 12)
        #expect(abs(times[9] - 200) < 0.001)
        #expect(abs(times[10] - 320) < 0.001)
        #expect(abs(times[11] - 330) < 0.001)
    }

    @Test("A segment is not sent before the sender has it")
    func available() {
        let schedule = SegmentSchedule(bytesPerSecond: .infinity, delay: .milliseconds(5), returnDelay: .zero)
        #expect(arrivals(schedule, count: 1, at: .milliseconds(30)) == [35])
    }

    @Test("A long stream keeps its rate")
    func long() {
        let schedule = SegmentSchedule(bytesPerSecond: 1_500_000, delay: .milliseconds(1), returnDelay: .zero)
        #expect(abs((arrivals(schedule, count: 20_000).last ?? 0) - 20_001) < 0.01)
    }
}
