import AttacheCore
import AttacheTesting
import CurlFetch
import LoopbackOrigin
import TestWidth
import Testing

/// What a person reads when the time ends: the step that it ended in decides the cause and the advice.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(2)))
struct DeadlineStepTests {
    private func silence(_ body: (LoopbackOrigin) async throws -> Void) async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        try await body(origin)
    }

    /// The sentence about a load whose time ends.
    ///
    /// A busy machine may need the whole time to reach a step, so that the next attempt has twice as much.
    private func sentence(_ key: String, host: String, _ url: String, with scene: FetchScene) async throws {
        let wanted = GoldenMessages[key, ["host": host]]
        var time = Duration.milliseconds(200)
        while true {
            try Task.checkCancellation()
            guard case .failure(let failure) = try await scene.fetch(url, within: time) else {
                Issue.record("The transfer did not fail.")
                return
            }
            let reason = try #require(failure.reasons.first)
            try #require(reason.code == .fetchDeadline && reason.fix != nil)
            if reason.message == wanted { return }
            try #require(time < .seconds(10), "\(reason.message)")
            time = time * 2
        }
    }

    @Test("No name server answers") func lookup() async throws {
        let scene = FetchScene(names: .double(answers: false))
        defer { scene.fetcher.shutDown() }
        try await sentence("fetch.deadline.lookup", host: "img.test", "http://img.test/a.png", with: scene)
    }

    @Test("The handshake has no answer") func handshake() async throws {
        try await silence { origin in
            let scene = FetchScene()
            defer { scene.fetcher.shutDown() }
            let url = origin.url("/a.png").replacing("http:", with: "https:")
            try await sentence("fetch.deadline.connection", host: "127.0.0.1", url, with: scene)
        }
    }

    @Test("Other requests have all places of the host") func queue() async throws {
        try await silence { origin in
            let scene = FetchScene(perHost: 1)
            let first = Task { try await scene.fetch(origin.url("/first.png"), within: .seconds(3600)) }
            defer { scene.fetcher.shutDown() }
            while origin.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            try await sentence("fetch.deadline.queue", host: "127.0.0.1", origin.url("/a.png"), with: scene)
            scene.fetcher.shutDown()
            _ = try await first.value
        }
    }

    @Test("The host does not deliver") func body() async throws {
        try await silence { origin in
            let scene = FetchScene()
            defer { scene.fetcher.shutDown() }
            try await sentence("fetch.deadline.file", host: "127.0.0.1", origin.url("/a.png"), with: scene)
        }
    }
}
