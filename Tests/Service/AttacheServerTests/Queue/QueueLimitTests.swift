import AttacheSystem
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Queue limit", .inProcess, .timeLimit(.minutes(1)))
struct QueueLimitTests {
    @Test("The queue accepts as many requests as its limit, and rejects the next", arguments: [true, false])
    func limits(ofOneClient: Bool) async {
        let scene = QueueScene(permits: 1) { limits in
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

    @Test("In a full queue, the client with the most waiting requests gives way to one with fewer")
    func longestLine() async {
        let scene = QueueScene(permits: 1) { $0.waiting = 4 }
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
            // The newest request is removed, since it has waited least.
            #expect(await own.popLast()?.value?.kind == .unavailable)
            #expect(scene.queue.load.waiting == 4)
        }
        // Both clients have two now, so neither exceeds its share.
        let refused = await scene.start("b2").value
        #expect(refused?.kind == .unavailable && refused?.retryAfter != nil)
        await scene.finish()
        for task in own + others + [working] { #expect(await task.value == nil) }
    }

    @Test("Batch items are never rejected, and never keep a request from waiting")
    func batchItems() async {
        let scene = QueueScene(permits: 1) { limits in
            limits.waiting = 1
            limits.waitingPerClient = 1
        }
        let working = scene.start("a")
        await scene.gate.wait(for: 1)
        let items = (0..<10).map { scene.startItem("a\($0)") }
        await scene.settle(waiting: 10)
        let requests = [scene.start("b")]
        await scene.settle(waiting: 11)
        // One request waits, which is the limit; its client has as many as the other.
        #expect(await scene.start("a request").value?.kind == .unavailable)
        await scene.finish()
        for item in items { await item.value }
        for task in requests + [working] { #expect(await task.value == nil) }
        #expect(scene.gate.entered.count == 12)
    }
}
