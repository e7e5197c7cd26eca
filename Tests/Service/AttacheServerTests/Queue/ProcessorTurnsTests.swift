import AttacheSystem
import TestWidth
import Testing

@testable import AttacheServer

/// The turns of clients at the processor.
@Suite("Processor turns", .inProcess, .timeLimit(.minutes(1)))
struct ProcessorTurnsTests {
    private static let (many, few) = (Client(name: "many"), Client(name: "few"))

    @Test("A client that sends little waits for one piece of another's work, and not for all")
    func order() async {
        let turns = ProcessorTurns(limit: 1)
        let order = Locked<[String]>([])
        await turns.take(Self.many)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<20 {
                group.addTask { await turns.run(for: Self.many) { order.withLock { $0.append("many") } } }
                while turns.waitingCount <= number { await Task.yield() }
            }
            group.addTask { await turns.run(for: Self.few) { order.withLock { $0.append("few") } } }
            while turns.waitingCount < 21 { await Task.yield() }
            turns.end(Self.many)
        }
        #expect(order.withLock { $0.firstIndex(of: "few") } == 1)
        #expect(order.withLock { $0.count } == 21 && turns.waitingCount == 0)
    }

    @Test func noMoreThanTheLimitRunAtATime() async {
        let turns = ProcessorTurns(limit: 2)
        let running = Locked((now: 0, most: 0))
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    await turns.run(for: Client(name: "\(number % 3)")) {
                        running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
                        running.withLock { $0.now -= 1 }
                    }
                }
            }
        }
        #expect(running.withLock { $0.now } == 0 && running.withLock { (1...2).contains($0.most) })
    }
}
