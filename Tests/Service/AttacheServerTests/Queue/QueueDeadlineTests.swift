import AttacheTesting
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Deadlines in the queue", .inProcess, .timeLimit(.minutes(1)))
struct QueueDeadlineTests {
    @Test(
        "A waiting request is rejected at its deadline, to the millisecond, and holds no permit",
        arguments: [true, false]
    )
    func waiting(isItem: Bool) async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        let task =
            isItem
            ? Task { [item = scene.startItem("b", timeout: .seconds(1))] in
                await item.value
                return Problem?.none
            }
            : scene.start("b", timeout: .seconds(1))
        await scene.settle(waiting: 1)
        await scene.clock.waitForSleepers(1)
        scene.clock.advance(by: .milliseconds(999))
        // The queue's timer still sleeps, so nothing has woken it.
        #expect(scene.clock.sleeperCount == 1)
        #expect(scene.queue.load == (1, 1))
        scene.clock.advance(by: .milliseconds(1))
        #expect(await task.value == nil)
        #expect(scene.queue.load == (0, 1))
        #expect(scene.gate.entered == ["a"])
        await scene.finish()
        #expect(await first.value == nil)
    }

    @Test("The earliest deadline expires first, in any order of arrival")
    func order() async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        let seconds = [5, 2, 9, 1, 7, 3, 8, 4, 6]
        var tasks: [Int: Task<Problem?, Never>] = [:]
        for (index, second) in seconds.enumerated() {
            tasks[second] = scene.start("b\(second)", timeout: .seconds(second))
            await scene.settle(waiting: index + 1)
        }
        for second in 1...9 {
            await scene.clock.waitForSleepers(1)
            scene.clock.advance(by: .seconds(1))
            #expect(await tasks[second]?.value == nil)
            #expect(scene.queue.load.waiting == 9 - second)
        }
        await scene.finish()
        #expect(await first.value == nil)
    }

    @Test("A request past its deadline is rejected at once when no permit is free")
    func late() async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        #expect(await scene.start("b", timeout: .zero).value == nil)
        #expect(scene.gate.entered == ["a"])
        await scene.finish()
        #expect(await first.value == nil)
    }

    @Test("A request whose predicted wait exceeds its deadline is rejected at once", arguments: [49, 51])
    func shedding(milliseconds: Int) async {
        let scene = QueueScene(permits: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        // The initial estimate is that a permit is held for 50 ms.
        let second = scene.start("b", timeout: .milliseconds(milliseconds))
        // A rejected request does not wait for the first one, which would have ended otherwise.
        if milliseconds > 50 { await scene.settle(waiting: 1) } else { _ = await second.value }
        await scene.finish()
        #expect(await second.value?.kind == (milliseconds > 50 ? nil : .unavailable))
        #expect(await first.value == nil)
    }

    @Test("Slow media of one client do not change the estimate for another client")
    func meanTimes() async {
        let scene = QueueScene(permits: 1)
        for number in 1...20 {
            let task = scene.start("a")
            await scene.gate.wait(for: number)
            scene.clock.advance(by: .seconds(10))
            scene.gate.open()
            _ = await task.value
        }
        let working = scene.start("a")
        await scene.gate.wait(for: 21)
        #expect(await scene.start("a", timeout: .seconds(1)).value?.kind == .unavailable)
        let other = scene.start("b", timeout: .seconds(1))
        await scene.settle(waiting: 1)
        await scene.finish()
        #expect(await other.value == nil)
        #expect(await working.value == nil)
    }
}
