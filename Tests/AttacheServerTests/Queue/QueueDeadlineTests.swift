import AttacheTesting
import Testing

@testable import AttacheServer

@Suite("Deadlines in the queue", .timeLimit(.minutes(5)))
struct QueueDeadlineTests {
    @Test(
        "Whoever waits is told when its time is over, to the millisecond, and has no place then",
        arguments: [true, false]
    )
    func waiting(isItem: Bool) async {
        let scene = QueueScene(places: 1)
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

    @Test("The earliest comes first, in whatever order they came")
    func order() async {
        let scene = QueueScene(places: 1)
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

    @Test("Whoever comes after its deadline has its answer at once, where there is no place")
    func late() async {
        let scene = QueueScene(places: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        #expect(await scene.start("b", timeout: .zero).value == nil)
        #expect(scene.gate.entered == ["a"])
        await scene.finish()
        #expect(await first.value == nil)
    }

    @Test("Whoever would get a place too late is told at once", arguments: [49, 51])
    func shedding(milliseconds: Int) async {
        let scene = QueueScene(places: 1)
        let first = scene.start("a")
        await scene.gate.wait(for: 1)
        // A place is held for 50 ms to begin with.
        let second = scene.start("b", timeout: .milliseconds(milliseconds))
        if milliseconds > 50 { await scene.settle(waiting: 1) }
        await scene.finish()
        #expect(await second.value?.kind == (milliseconds > 50 ? nil : .unavailable))
        #expect(await first.value == nil)
    }

    @Test("Slow media of one client make nobody think that another's are slow")
    func meanTimes() async {
        let scene = QueueScene(places: 1)
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
