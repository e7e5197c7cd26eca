import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Host concurrency limiter", .inProcess, .timeLimit(.minutes(1)))
struct HostConcurrencyLimiterTests {
    /// Requests permits one after the other, and records the order in which they are granted.
    private final class Queue: Sendable {
        let turns: HostConcurrencyLimiter
        let given = Locked<[String]>([])

        init(limit: Int, perHost: Int) {
            turns = HostConcurrencyLimiter(limit: limit) { _ in perHost }
        }

        func ask(_ names: [String]) -> [Task<Bool, Never>] {
            names.map { name in
                Task { [self] in
                    let isGiven = await turns.acquire(String(name.prefix(1)))
                    if isGiven { given.withLock { $0.append(name) } }
                    return isGiven
                }
            }
        }

        /// Waits until `count` permits are granted and `waiting` requests wait.
        func wait(for count: Int, waiting: Int) async {
            while given.withLock({ $0.count }) != count || turns.waiterCount != waiting { await pause() }
        }
    }

    @Test("No more permits than the limit are granted at once; a released permit is passed on")
    func limit() async {
        let queue = Queue(limit: 2, perHost: 10)
        let tasks = queue.ask(["a1", "b1", "c1"])
        await queue.wait(for: 2, waiting: 1)
        queue.turns.release(1)
        await queue.wait(for: 3, waiting: 0)
        for task in tasks { #expect(await task.value) }
    }

    @Test("A host with many items leaves permits for other hosts")
    func fairness() async {
        let queue = Queue(limit: 1, perHost: 10)
        var tasks = queue.ask(["x0"])
        await queue.wait(for: 1, waiting: 0)
        tasks += queue.ask((0..<20).map { "a\($0)" })
        await queue.wait(for: 1, waiting: 20)
        tasks += queue.ask(["b0", "b1"])
        await queue.wait(for: 1, waiting: 22)
        for count in 1..<6 {
            queue.turns.release(1)
            await queue.wait(for: count + 1, waiting: 22 - count)
        }
        #expect(queue.given.withLock { $0.dropFirst().filter { $0.hasPrefix("b") }.count } == 2)
        queue.turns.close()
        for task in tasks { _ = await task.value }
    }

    @Test("A host's limit applies until one of its items has its media")
    func hostLimit() async {
        let queue = Queue(limit: 10, perHost: 1)
        let tasks = queue.ask(["a1", "a2", "b1"])
        await queue.wait(for: 2, waiting: 1)
        #expect(queue.given.withLock { Set($0.map { $0.prefix(1) }) } == ["a", "b"])
        queue.turns.releaseHost("a")
        await queue.wait(for: 3, waiting: 0)
        for task in tasks { #expect(await task.value) }
    }

    @Test("Raising a host's limit grants permits to its waiting items")
    func raisedLimit() async {
        let limit = Locked(1)
        let turns = HostConcurrencyLimiter(limit: 10) { _ in limit.withLock { $0 } }
        #expect(await turns.acquire("a"))
        let tasks = (0..<4).map { _ in Task { await turns.acquire("a") } }
        while turns.waiterCount < 4 { await pause() }
        limit.withLock { $0 = 10 }
        turns.releaseHost("a")
        for task in tasks { #expect(await task.value) }
    }

    @Test("Closing ends all waiting and rejects later requests")
    func close() async {
        let queue = Queue(limit: 0, perHost: 1)
        let tasks = queue.ask(["a1", "a2", "b1"])
        await queue.wait(for: 0, waiting: 3)
        queue.turns.close()
        for task in tasks { #expect(await task.value == false) }
        #expect(await queue.turns.acquire("c") == false)
    }
}
