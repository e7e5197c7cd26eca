import Testing

@testable import CurlFetch

@Suite(.timeLimit(.minutes(1)))
struct TransferDeadlinesTests {
    private final class Job {}

    private let start = ContinuousClock.now
    private let jobs = (0..<4).map { _ in Job() }

    private func instant(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

    private func deadlines(_ seconds: [Int]) -> TransferDeadlines {
        var deadlines = TransferDeadlines()
        for (job, second) in zip(jobs, seconds) { deadlines.add(ObjectIdentifier(job), until: instant(second)) }
        return deadlines
    }

    @Test func theNextIsTheEarliestThatIsLeft() {
        var deadlines = deadlines([30, 10, 20])
        #expect(deadlines.next == instant(10))
        deadlines.remove(ObjectIdentifier(jobs[1]))
        #expect(deadlines.next == instant(20))
        deadlines.add(ObjectIdentifier(jobs[3]), until: instant(5))
        #expect(deadlines.next == instant(5))
        for job in jobs { deadlines.remove(ObjectIdentifier(job)) }
        #expect(deadlines.next == nil)
    }

    @Test func twoAtTheSameInstantAreBothThere() {
        var deadlines = deadlines([10, 10, 20])
        deadlines.remove(ObjectIdentifier(jobs[0]))
        #expect(deadlines.next == instant(10))
    }

    @Test(arguments: [(10, 0), (11, 1), (21, 2), (31, 3)])
    func overdueIsWhatIsBeforeTheInstant(_ seconds: Int, count: Int) {
        var deadlines = deadlines([30, 10, 20])
        #expect(deadlines.overdue(before: instant(seconds)).count == count)
    }

    @Test func whatCameAndWentBehindALongOneIsForgotten() {
        var deadlines = deadlines([10])
        let later = (0..<10_000).map { _ in Job() }
        for job in later {
            deadlines.add(ObjectIdentifier(job), until: instant(20))
            deadlines.remove(ObjectIdentifier(job))
        }
        #expect(deadlines.next == instant(10))
        #expect(deadlines.entryCount < 100)
        deadlines.remove(ObjectIdentifier(jobs[0]))
        #expect(deadlines.next == nil)
    }
}
