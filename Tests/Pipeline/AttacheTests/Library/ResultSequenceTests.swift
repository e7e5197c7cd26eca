import Attache
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// Many payloads as a sequence: order, bounds, failures and the end.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ResultSequenceTests {
    private struct SourceFailure: Error, Equatable {}

    /// Generated payloads, with a count of those that were requested.
    private func payloads(_ count: Int, _ scene: LibraryScene, asked: Locked<Int> = Locked(0)) -> AsyncStream<String> {
        let texts = (0..<count).map { scene.payload("/\($0).png", more: #","id":\#($0)"#) }
        return AsyncStream {
            let number = asked.withLock { asked in
                defer { asked += 1 }
                return asked
            }
            return number < count ? texts[number] : nil
        }
    }

    private func number(_ result: RewriteResult) -> Int? {
        result.identifier.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    }

    @Test(arguments: [1, 3, 64], [ResultOrder.input, .completion])
    func everyPayloadHasItsResult(concurrency: Int, order: ResultOrder) async throws {
        try await LibraryScene.run(configure: { $0.identifierPath = "$.id" }) { scene in
            var numbers: [Int] = []
            let results = scene.attache.rewrite(
                contentsOf: payloads(100, scene),
                concurrency: concurrency,
                order: order
            )
            for await result in results {
                #expect(result.outcome == .attached)
                numbers += [number(result)].compactMap(\.self)
            }
            #expect((order == .input ? numbers : numbers.sorted()) == Array(0..<100))
        }
    }

    @Test(arguments: [
        (ResultOrder.input, Behaviour.delayed(.milliseconds(200), LibraryScene.photo), true),
        (.completion, .silent, false),
    ])
    func slowPayloadDelaysOthersOnlyInInputOrder(_ order: ResultOrder, first: Behaviour, isFirst: Bool) async throws {
        try await LibraryScene.run(
            configure: { $0.identifierPath = "$.id" },
            handler: { $0.path == "/0.png" ? first : LibraryScene.photo }
        ) { scene in
            let results = scene.attache.rewrite(contentsOf: payloads(3, scene), order: order, deadline: .seconds(3600))
            var iterator = results.makeAsyncIterator()
            let taken = await iterator.next(isolation: nil).flatMap(number)
            #expect((taken == 0) == isFirst)
        }
    }

    @Test(arguments: [1, 5])
    func readAheadIsLimitedToConcurrency(_ concurrency: Int) async throws {
        try await LibraryScene.run { scene in
            let asked = Locked(0)
            let results = scene.attache.rewrite(
                contentsOf: payloads(100, scene, asked: asked),
                concurrency: concurrency,
                order: .completion
            )
            var iterator = results.makeAsyncIterator()
            #expect(asked.withLock { $0 } == 0)
            for taken in 1...20 {
                #expect(await iterator.next(isolation: nil) != nil)
                // Only a consumed result makes room for another payload, however long that takes.
                try await waitUntil { asked.withLock { $0 } >= min(taken + concurrency, 100) }
                #expect(asked.withLock { $0 } == taken + concurrency)
                #expect(scene.origin.requestCount <= taken + concurrency)
            }
        }
    }

    @Test func failingSourceThrowsAfterEarlierResults() async throws {
        try await LibraryScene.run { scene in
            let texts = (0..<3).map { scene.payload("/\($0).png") }
            let source = AsyncThrowingStream<String, any Error> { continuation in
                for text in texts { continuation.yield(text) }
                continuation.finish(throwing: SourceFailure())
            }
            var count = 0
            await #expect(throws: SourceFailure()) {
                for try await result in scene.attache.rewrite(contentsOf: source) {
                    #expect(result.outcome == .attached)
                    count += 1
                }
            }
            #expect(count == 3)
        }
    }

    @Test func resultsArriveWhileSourceWaits() async throws {
        try await LibraryScene.run { scene in
            let (source, continuation) = AsyncStream<String>.makeStream()
            var iterator = scene.attache.rewrite(contentsOf: source).makeAsyncIterator()
            for number in 0..<5 {
                // The next payload is sent after this result.
                continuation.yield(scene.payload("/\(number).png"))
                #expect(await iterator.next(isolation: nil)?.outcome == .attached)
            }
            continuation.finish()
            #expect(await iterator.next(isolation: nil) == nil)
            #expect(await iterator.next(isolation: nil) == nil)
        }
    }

    @Test func cancelledTaskClosesEveryConnection() async throws {
        try await LibraryScene.run(handler: { _ in .silent }) { scene in
            let results = scene.attache.rewrite(contentsOf: payloads(4, scene), deadline: .seconds(600))
            let task = Task {
                var count = 0
                for await _ in results { count += 1 }
                return count
            }
            try await scene.wait { $0.requestCount == 4 }
            task.cancel()
            #expect(await task.value == 0)
            try await scene.wait { $0.endedConnectionCount == 4 }
        }
    }

    @Test func droppedIteratorClosesEveryConnection() async throws {
        try await LibraryScene.run(handler: { $0.path == "/0.png" ? LibraryScene.photo : .silent }) { scene in
            for await result in scene.attache.rewrite(contentsOf: payloads(4, scene), deadline: .seconds(600)) {
                #expect(result.outcome == .attached)
                try await scene.wait { $0.requestCount == 4 }
                break
            }
            try await scene.wait { $0.endedConnectionCount >= 3 }
        }
    }

    @Test func sequenceEndsWithItsAttache() async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        let taker = Locked<Task<Int, Never>?>(nil)
        try await LibraryScene.run(beside: origin) { scene in
            let results = scene.attache.rewrite(contentsOf: payloads(4, scene), deadline: .seconds(600))
            taker.withLock { taker in
                taker = Task {
                    var count = 0
                    for await result in results where result.outcome == .attached { count += 1 }
                    return count
                }
            }
            try await scene.wait { $0.requestCount == 4 }
        }
        #expect(await taker.withLock { $0 }?.value == 0)
        try await waitUntil { origin.endedConnectionCount == 4 }
    }
}
