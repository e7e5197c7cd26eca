import AttacheTesting
import AttacheThreads
import Testing

@testable import AttacheServer

@Suite("Turns of clients", .timeLimit(.minutes(1)))
struct FairQueueTests {
    private let clock = ManualClock()

    /// Work that ends when the test lets it.
    private final class Gate: Sendable {
        private let waiting = Locked<[CheckedContinuation<Void, Never>]>([])
        let entered = Locked<[String]>([])

        func pass(_ name: String) async {
            await withCheckedContinuation { continuation in
                waiting.withLock { $0.append(continuation) }
                entered.withLock { $0.append(name) }
            }
        }

        func open() {
            waiting.withLock { $0.isEmpty ? nil : $0.removeFirst() }?.resume()
        }

        func wait(for count: Int) async {
            while entered.withLock({ $0.count }) < count { await Task.yield() }
        }
    }

    private func queue(places: Int, _ change: (inout QueueLimits) -> Void = { _ in }) -> FairQueue {
        var limits = QueueLimits()
        change(&limits)
        return FairQueue(placeCount: places, limits: limits, time: clock)
    }

    private func start(_ name: String, in queue: FairQueue, _ gate: Gate) -> Task<Problem?, Never> {
        let deadline = clock.now + .seconds(3600)
        return Task {
            do throws(Problem) {
                try await queue.withPlace(for: Client(name: String(name.prefix(1))), until: deadline) {
                    await gate.pass(name)
                }
                return nil
            } catch {
                return error
            }
        }
    }

    private func settle(_ queue: FairQueue, waiting count: Int) async {
        while queue.load.waiting < count { await Task.yield() }
    }

    @Test("One client with a long line leaves every second place to another")
    func fairness() async {
        let (queue, gate) = (queue(places: 1), Gate())
        var tasks = [start("a0", in: queue, gate)]
        await gate.wait(for: 1)
        for number in 1...50 {
            tasks.append(start("a\(number)", in: queue, gate))
            await settle(queue, waiting: number)
        }
        for number in 0..<3 {
            tasks.append(start("b\(number)", in: queue, gate))
            await settle(queue, waiting: 51 + number)
        }
        for count in 2...8 {
            gate.open()
            await gate.wait(for: count)
        }
        #expect(gate.entered.withLock { $0.prefix(7) } == ["a0", "a1", "b0", "a2", "b1", "a3", "b2"])
        for count in 9...54 {
            gate.open()
            await gate.wait(for: count)
        }
        gate.open()
        for task in tasks { #expect(await task.value == nil) }
        #expect(queue.load == (0, 0))
    }

    @Test("No client holds more than three quarters of the places")
    func share() async {
        let (queue, gate) = (queue(places: 4), Gate())
        let tasks = (0..<4).map { start("a\($0)", in: queue, gate) }
        await gate.wait(for: 3)
        await settle(queue, waiting: 1)
        let other = start("b0", in: queue, gate)
        await gate.wait(for: 4)
        #expect(gate.entered.withLock { $0.last } == "b0")
        for _ in 0..<5 {
            gate.open()
            await Task.yield()
        }
        await gate.wait(for: 5)
        gate.open()
        for task in tasks + [other] { #expect(await task.value == nil) }
    }

    @Test("As many may wait as the limit says, and not one more", arguments: [true, false])
    func limits(ofOneClient: Bool) async {
        let queue = queue(places: 1) { limits in
            if ofOneClient { limits.waitingPerClient = 2 } else { limits.waiting = 2 }
        }
        let gate = Gate()
        var tasks = [start("a0", in: queue, gate)]
        await gate.wait(for: 1)
        for number in 1...2 {
            tasks.append(start("a\(number)", in: queue, gate))
            await settle(queue, waiting: number)
        }
        let refused = await start("a3", in: queue, gate).value
        #expect(refused?.kind == (ofOneClient ? .tooManyRequests : .unavailable))
        #expect((refused?.retryAfter ?? 0) >= 1)
        if ofOneClient {
            tasks.append(start("b0", in: queue, gate))
            await settle(queue, waiting: 3)
        }
        for count in 1...tasks.count {
            await gate.wait(for: count)
            gate.open()
        }
        for task in tasks { #expect(await task.value == nil) }
    }

    @Test("Whoever would get a place too late is told at once")
    func shedding() async {
        let (queue, gate) = (queue(places: 1), Gate())
        let first = start("a0", in: queue, gate)
        await gate.wait(for: 1)
        // A place is held for 50 ms to begin with.
        for (timeout, isRefused) in [(Duration.milliseconds(49), true), (.milliseconds(51), false)] {
            let deadline = clock.now + timeout
            let task = Task {
                do throws(Problem) {
                    try await queue.withPlace(for: Client(name: "b"), until: deadline) {}
                    return true
                } catch {
                    return false
                }
            }
            if !isRefused {
                await settle(queue, waiting: 1)
                gate.open()
            }
            #expect(await task.value == !isRefused)
        }
        #expect(await first.value == nil)
    }

    @Test("One who goes away leaves the line; the end refuses whoever waits")
    func leaving() async {
        let (queue, gate) = (queue(places: 1), Gate())
        let first = start("a0", in: queue, gate)
        await gate.wait(for: 1)
        let gone = start("b0", in: queue, gate)
        let waiting = start("c0", in: queue, gate)
        await settle(queue, waiting: 2)
        gone.cancel()
        #expect(await gone.value != nil)
        #expect(queue.load.waiting == 1)
        queue.close()
        #expect(await waiting.value?.kind == .unavailable)
        #expect(await start("d0", in: queue, gate).value?.kind == .unavailable)
        gate.open()
        #expect(await first.value == nil)
    }
}
