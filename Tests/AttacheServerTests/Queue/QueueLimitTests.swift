import AttacheSystem
import Testing

@testable import AttacheServer

@Suite("How many may wait", .timeLimit(.minutes(5)))
struct QueueLimitTests {
    @Test("As many may wait as the limit says, and not one more", arguments: [true, false])
    func limits(ofOneClient: Bool) async {
        let scene = QueueScene(places: 1) { limits in
            if ofOneClient { limits.waitingPerClient = 2 } else { limits.waiting = 2 }
        }
        var tasks = [scene.start("a0")]
        await scene.gate.wait(for: 1)
        for number in 1...2 {
            tasks.append(scene.start("a\(number)"))
            await scene.settle(waiting: number)
        }
        let refused = await scene.start("a3").value
        #expect(refused?.kind == (ofOneClient ? .tooManyRequests : .unavailable))
        #expect((refused?.retryAfter ?? 0) >= 1)
        if ofOneClient {
            tasks.append(scene.start("b0"))
            await scene.settle(waiting: 3)
        }
        await scene.finish()
        for task in tasks { #expect(await task.value == nil) }
    }

    @Test("In a full queue, whoever has most waiting makes room for who has less")
    func longestLine() async {
        let scene = QueueScene(places: 1) { $0.waiting = 4 }
        let working = scene.start("a")
        await scene.gate.wait(for: 1)
        var own: [Task<Problem?, Never>] = []
        for number in 1...4 {
            own.append(scene.start("a\(number)"))
            await scene.settle(waiting: number)
        }
        var others: [Task<Problem?, Never>] = []
        for number in 0..<2 {
            others.append(scene.start("b\(number)"))
            // The newest goes, since it has waited least.
            #expect(await own.popLast()?.value?.kind == .unavailable)
            #expect(scene.queue.load.waiting == 4)
        }
        // Both have two now, so nobody has more than its share.
        let refused = await scene.start("b2").value
        #expect(refused?.kind == .unavailable && refused?.retryAfter != nil)
        await scene.finish()
        for task in own + others + [working] { #expect(await task.value == nil) }
    }

    @Test("Items of batches are never refused, and keep no request from waiting")
    func batchItems() async {
        let scene = QueueScene(places: 1) { limits in
            limits.waiting = 1
            limits.waitingPerClient = 1
        }
        let working = scene.start("a")
        await scene.gate.wait(for: 1)
        let items = (0..<10).map { scene.startItem("a\($0)") }
        await scene.settle(waiting: 10)
        let requests = [scene.start("b")]
        await scene.settle(waiting: 11)
        // One request waits, as many as may; its client is another one's equal.
        #expect(await scene.start("a request").value?.kind == .unavailable)
        await scene.finish()
        for item in items { await item.value }
        for task in requests + [working] { #expect(await task.value == nil) }
        #expect(scene.gate.entered.count == 12)
    }
}
