import TestWidth
import Testing

@testable import FleetWorker

@Suite("Figures of a worker", .inProcess, .timeLimit(.minutes(1)))
struct WorkerMonitorTests {
    @Test("They may be read as often as a scraper likes: twelve times in each of 20,000 scrapes")
    func readsAreEqual() {
        let monitor = WorkerMonitor()
        #expect(monitor.figures == WorkerFigures())
        monitor.follow { WorkerFigures(heldCount: 7) }
        var sum = 0
        for _ in 0..<240_000 { sum += monitor.figures.heldCount }
        #expect(sum == 7 * 240_000)
    }
}
