import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore

@Suite("Timer queue", .inProcess, .timeLimit(.minutes(1)))
struct TimerQueueTests {
    private let start = ContinuousClock.now

    private func instant(_ seconds: Int) -> ContinuousClock.Instant { start.advanced(by: .seconds(seconds)) }

    /// A queue whose elements are the positions of their seconds.
    private func queue(_ seconds: [Int]) -> TimerQueue<Int> {
        var queue = TimerQueue<Int>()
        for (element, second) in seconds.enumerated() { queue.insert(element, at: instant(second)) }
        return queue
    }

    @Test("The first is the earliest remaining element")
    func first() {
        var queue = queue([30, 10, 20])
        #expect(queue.firstInstant == instant(10))
        queue.remove(1)
        #expect(queue.firstInstant == instant(20))
        queue.insert(3, at: instant(5))
        #expect(queue.firstInstant == instant(5))
        for element in 0...3 { queue.remove(element) }
        #expect(queue.firstInstant == nil && queue.isEmpty)
    }

    @Test("Of two elements at the same instant, one stays when the other is removed")
    func equalInstants() {
        var queue = queue([10, 10, 20])
        queue.remove(0)
        #expect(queue.firstInstant == instant(10))
        #expect(queue.popFirst(at: instant(10)) == 1)
        #expect(queue.firstInstant == instant(20))
    }

    @Test("An element is due at its instant", arguments: [(9, 0), (10, 1), (20, 2), (30, 3)])
    func due(_ seconds: Int, count: Int) {
        var queue = queue([30, 10, 20])
        var due: [Int] = []
        while let element = queue.popFirst(at: instant(seconds)) { due.append(element) }
        #expect(due == Array([1, 2, 0].prefix(count)))
    }

    @Test("An element that is inserted again is due at its new instant only", arguments: [5, 15])
    func moved(seconds: Int) {
        var queue = queue([10])
        queue.insert(0, at: instant(seconds))
        #expect(queue.firstInstant == instant(seconds))
        #expect(queue.popFirst(at: instant(20)) == 0)
        #expect(queue.popFirst(at: instant(20)) == nil)
    }

    @Test("Elements leave in the order of their instants for any order of insertion and removal", arguments: 0..<20)
    func order(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let seconds = (0..<500).map { _ in Int.random(in: 0..<100, using: &generator) }
        var queue = queue(seconds)
        let removed = Set((0..<400).map { _ in Int.random(in: 0..<500, using: &generator) })
        for element in removed { queue.remove(element) }
        var left: [Int] = []
        while let element = queue.popFirst(at: instant(100)) { left.append(element) }
        #expect(
            left.map { seconds[$0] } == seconds.indices.filter { !removed.contains($0) }.map { seconds[$0] }.sorted()
        )
        #expect(Set(left).isDisjoint(with: removed))
    }

    @Test("Removed elements after an early one do not accumulate")
    func staleEntries() {
        var queue = queue([10])
        for element in 1...10_000 {
            queue.insert(element, at: instant(20))
            queue.remove(element)
        }
        #expect(queue.firstInstant == instant(10))
        #expect(queue.entryCount < 100)
        queue.remove(0)
        #expect(queue.firstInstant == nil)
    }
}
