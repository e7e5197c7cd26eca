import Attache
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// A cancelled caller ends the transfer, as observed by the origin.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CancellationTests {
    private struct BeganCounter: AttacheObserver {
        let count = Locked(0)

        func itemBegan(_ event: ItemBegan) { count.withLock { $0 += 1 } }
    }

    @Test func cancelledTaskClosesConnection() async throws {
        try await LibraryScene.run(handler: { _ in .silent }) { scene in
            let payload = scene.payload("/a.png")
            let task = Task { await scene.attache.rewrite(payload, deadline: .seconds(600)) }
            try await scene.wait { $0.requestCount == 1 }
            #expect(scene.origin.endedConnectionCount == 0)
            task.cancel()
            let result = await task.value
            #expect(result.outcome == .plain)
            #expect(result.headline?.code == .fetchCancelled)
            try await scene.wait { $0.endedConnectionCount == 1 }
        }
    }

    @Test func sharedLoadSurvivesCancellationOfOtherCaller() async throws {
        let gate = AnswerGate()
        let handler: LoopbackOrigin.Handler = { _ in
            gate.pass()
            return LibraryScene.photo
        }
        let counter = BeganCounter()
        try await LibraryScene.run(configure: { $0.observers = [counter] }, handler: handler) { scene in
            defer { gate.open() }
            let payload = scene.payload("/a.png")
            let staying = Task { await scene.attache.rewrite(payload) }
            try await scene.wait { $0.requestCount == 1 }
            let leaving = Task { await scene.attache.rewrite(payload) }
            try await waitUntil { counter.count.withLock { $0 } == 2 }
            leaving.cancel()
            #expect(await leaving.value.headline?.code == .fetchCancelled)
            gate.open()
            #expect(await staying.value.outcome == .attached)
            #expect(scene.origin.requestCount == 1)
        }
    }
}
