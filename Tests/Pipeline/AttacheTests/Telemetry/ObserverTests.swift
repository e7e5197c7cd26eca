import Attache
import AttacheSystem
import TestWidth
import Testing

/// The events that observers receive, and their order.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ObserverTests {
    private struct Recorder: AttacheObserver {
        let events = Locked<[String]>([])

        func itemBegan(_ event: ItemBegan) { add("began \(event.source)") }

        func mediaTransferred(_ event: MediaTransferred) {
            let failure = event.failure.map { " \($0.code)" } ?? ""
            add("transferred \(event.host) \(event.supply)\(failure) \(event.times.total > .zero)")
        }

        func itemFinished(_ event: ItemFinished) {
            add("finished \(event.result.outcome) \(event.supplies.map(\.rawValue)) \(event.mediaURLs.count)")
        }

        private func add(_ text: String) { events.withLock { $0.append(text) } }
    }

    /// An observer without any callbacks.
    private struct Indifferent: AttacheObserver {}

    @Test func everyStepIsReportedInOrder() async throws {
        let recorder = Recorder()
        try await TelemetryScene.run(recorder) { scene in
            for path in ["/a.png", "/a.png", "/missing.png"] { await scene.rewrite(path) }
            _ = await scene.attache.rewrite("{")
        }
        let expected = [
            "began payload", "transferred 127.0.0.1 transferred true", #"finished attached ["transferred"] 1"#,
            "began payload", #"finished attached ["shared"] 1"#,
            "began payload", "transferred 127.0.0.1 transferred fetch.status true",
            #"finished plain ["transferred"] 1"#,
            "began payload", "finished rejected [] 0",
        ]
        #expect(recorder.events.withLock { $0 } == expected)
    }

    @Test func callbacksAreOptional() async throws {
        try await TelemetryScene.run(Indifferent()) { scene in
            #expect(await scene.rewrite("/a.png").outcome == .attached)
        }
    }
}
