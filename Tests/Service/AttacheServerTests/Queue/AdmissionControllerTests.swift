import AttacheTesting
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Admission controller", .inProcess, .timeLimit(.minutes(1)))
struct AdmissionControllerTests {
    @Test("A client with a long queue leaves every second permit to another client")
    func fairness() async {
        let scene = QueueScene(permits: 1)
        var tasks = [scene.start("a0")]
        await scene.gate.wait(for: 1)
        for number in 1...50 {
            tasks.append(scene.start("a\(number)"))
            await scene.settle(waiting: number)
        }
        for number in 0..<3 {
            tasks.append(scene.start("b\(number)"))
            await scene.settle(waiting: 51 + number)
        }
        for count in 2...8 {
            scene.gate.open()
            await scene.gate.wait(for: count)
        }
        #expect(scene.gate.entered.prefix(7) == ["a0", "a1", "b0", "a2", "b1", "a3", "b2"])
        await scene.finish()
        for task in tasks { #expect(await task.value == nil) }
    }

    @Test("A single client gets every permit, and three quarters once there is another client")
    func share() async {
        let scene = QueueScene(permits: 4)
        var tasks = (0..<4).map { scene.start("a\($0)") }
        await scene.gate.wait(for: 4)
        for number in 4..<8 {
            tasks.append(scene.start("a\(number)"))
            await scene.settle(waiting: number - 3)
        }
        tasks.append(scene.start("b0"))
        await scene.settle(waiting: 5)
        scene.gate.open()
        await scene.gate.wait(for: 5)
        #expect(scene.gate.entered.last == "b0")
        // a1, a2 and a3 run beside b0, and end; their permits go to the same client.
        for count in 6...8 {
            scene.gate.open()
            await scene.gate.wait(for: count)
        }
        #expect(scene.queue.load == (1, 4))
        // b0 has ended, and its permit is kept for the next request of another client.
        scene.gate.open()
        while scene.queue.load.working == 4 { await pause() }
        #expect(scene.queue.load == (1, 3))
        scene.clock.advance(by: .seconds(60))
        scene.gate.open()
        await scene.gate.wait(for: 9)
        #expect(scene.queue.load == (0, 3))
        tasks.append(scene.start("a8"))
        await scene.settle(waiting: 1)
        tasks.append(scene.start("b1"))
        await scene.gate.wait(for: 10)
        #expect(scene.queue.load == (1, 4))
        await scene.finish()
        for task in tasks { #expect(await task.value == nil) }
    }

    @Test("Requests and batch items of one client alternate")
    func batchItems() async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        var items: [Task<Void, Never>] = []
        for number in 1...3 {
            items.append(scene.startItem("a item \(number)"))
            await scene.settle(waiting: number)
        }
        let second = scene.start("a request")
        await scene.settle(waiting: 4)
        for count in 2...3 {
            scene.gate.open()
            await scene.gate.wait(for: count)
        }
        #expect(scene.gate.entered.contains("a request"))
        await scene.finish()
        #expect(await first.value == nil)
        #expect(await second.value == nil)
        for item in items { await item.value }
    }

    @Test("A cancelled request leaves the queue; closing rejects all waiting requests")
    func leaving() async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a0")
        await scene.gate.wait(for: 1)
        let gone = scene.start("b0")
        let waiting = scene.start("c0")
        await scene.settle(waiting: 2)
        gone.cancel()
        #expect(await gone.value != nil)
        #expect(scene.queue.load.waiting == 1)
        scene.queue.close()
        #expect(await waiting.value?.kind == .unavailable)
        #expect(await scene.start("d0").value?.kind == .unavailable)
        scene.gate.open()
        #expect(await first.value == nil)
    }

    @Test("Queues keep their order when any request is removed")
    func order() async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        var tasks: [Task<Problem?, Never>] = []
        for number in 0..<100 {
            tasks.append(scene.start("b\(number)"))
            await scene.settle(waiting: number + 1)
        }
        let left = (0..<100).filter { $0 % 3 == 0 || $0 > 90 }
        for number in left { tasks[number].cancel() }
        await scene.settle(waiting: 100 - left.count)
        await scene.finish()
        #expect(await first.value == nil)
        let expected = (0..<100).filter { !left.contains($0) }.map { "b\($0)" }
        #expect(Array(scene.gate.entered.dropFirst()) == expected)
    }
}
