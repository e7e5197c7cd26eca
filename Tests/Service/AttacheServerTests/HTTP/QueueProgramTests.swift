import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@Suite("The service's queue", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct QueueProgramTests {
    private static let tokens = ["tokens": "alice alice-token-of-sixteen\nbob bob-token-of-sixteen-too\n"]
    private static let alice = "Authorization: Bearer alice-token-of-sixteen"
    private static let bob = "Authorization: Bearer bob-token-of-sixteen-too"
    private static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")
    /// No payload's time ends before the test.
    private static let patience = ["--max-deadline", "1h", "--deadline", "1h"]

    /// The number of requests that wait.
    private func waitingCount(_ scene: ProgramScene) async throws -> Int {
        let text = try await scene.ask("/metrics", [Self.alice]).text
        return text.firstMatch(of: /\nattache_queue_waiting ([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    /// Waits until `count` requests are waiting.
    private func settle(_ scene: ProgramScene, waiting count: Int) async throws {
        try await waitUntil { try await waitingCount(scene) >= count }
    }

    private func items(_ scene: ProgramScene, _ count: Int, _ name: String) -> String {
        (0..<count).map { scene.payload("/\(name)/\($0).png") + "\n" }.joined()
    }

    @Test("A deadline ends the wait for a slot with the fallback")
    func deadline() async throws {
        try await ProgramScene.with(
            ["--jobs", "1", "--drain", "100ms"] + Self.patience,
            origin: { request in
                request.path == "/slow.png" ? Behaviour(steps: [.waitUntilStopped]) : Self.photo
            }
        ) { scene in
            async let slow = scene.ask("/v1/rewrite", body: scene.payload("/slow.png"))
            try await waitUntil { !scene.origin.requests.isEmpty }
            // The slot is taken as long as the service runs.
            let answer = try await scene.ask("/v1/rewrite", ["Attache-Deadline: 1s"], body: scene.payload())
            #expect(answer.status == 200 && answer.text.contains("fetch.deadline"), "\(answer.text)")
            let time = try #require(answer.text.firstMatch(of: /"total_ms":([0-9.]+)/))
            #expect(Double(time.1) ?? 0 >= 1000, "\(time.1) ms")
            await scene.end(by: SIGTERM)
            #expect(try await slow.text.contains("fetch.cancelled"))
            // The origin received no request for the expired item.
            #expect(scene.origin.requests.allSatisfy { $0.path == "/slow.png" })
        }
    }

    @Test("No request gets more time than the service allows", arguments: ["Attache-Deadline: 1h", "X-None: 1"])
    func longestTime(header: String) async throws {
        try await ProgramScene.with(["--max-deadline", "1s"], origin: { _ in Behaviour(steps: [.waitUntilStopped]) }) {
            scene in
            let payload = scene.payload()
            let body = header.hasPrefix("X") ? #"{"deadline_ms":3600000,"payload":\#(payload)}"# : payload
            let answer = try await scene.ask("/v1/rewrite", [header], body: body)
            #expect(answer.status == 200 && answer.text.contains("fetch.deadline"), "\(answer.text)")
        }
    }

    @Test("A client's batches do not cause rejections for another client")
    func batches() async throws {
        let arguments = ["--jobs", "2", "--queue", "100", "--token-file", "tokens"] + Self.patience
        let gate = AnswerGate()
        try await ProgramScene.with(
            arguments,
            files: Self.tokens,
            origin: { request in
                if request.path.hasPrefix("/alice") { gate.pass() }
                return Self.photo
            }
        ) { scene in
            defer { gate.open() }
            try await withThrowingTaskGroup { group in
                for number in 0..<3 {
                    let body = items(scene, 100, "alice\(number)")
                    group.addTask {
                        _ = try await scene.ask(
                            "/v1/rewrite/batch",
                            [Self.alice],
                            arguments: ["-H", "Content-Type: application/x-ndjson"],
                            body: body
                        )
                    }
                }
                try await settle(scene, waiting: 150)
                let isAnswered = Locked(false)
                group.addTask {
                    let answer = try await scene.ask("/v1/rewrite", [Self.bob], body: scene.payload())
                    isAnswered.withLock { $0 = true }
                    #expect(answer.status == 200 && answer.text.contains(#""outcome":"attached""#), "\(answer.text)")
                }
                // The batches, the request, and this one; a rejection is there at once.
                try await waitUntil {
                    if isAnswered.withLock({ $0 }) { return true }
                    let text = try await scene.ask("/metrics", [Self.alice]).text
                    return text.contains("\nattache_http_requests_in_flight 5\n")
                }
                gate.open()
                try await group.waitForAll()
            }
        }
    }

    @Test("A client waits one turn per request behind another client's queue, not for the whole queue")
    func fairness() async throws {
        let arguments = ["--jobs", "2", "--token-file", "tokens"] + Self.patience
        let gate = AnswerGate()
        try await ProgramScene.with(
            arguments,
            files: Self.tokens,
            origin: { request in
                if request.path.hasPrefix("/alice") { gate.pass() }
                return Self.photo
            }
        ) { scene in
            defer { gate.open() }
            let body = items(scene, 200, "alice")
            async let batch = scene.ask(
                "/v1/rewrite/batch",
                [Self.alice],
                arguments: ["-H", "Content-Type: application/x-ndjson"],
                body: body
            )
            var released = 0
            for number in 0..<10 {
                // Sixty-four items of a batch are in progress, two of them at the origin: one that arrives late is no turn.
                try await settle(scene, waiting: 62)
                try await waitUntil { [released] in scene.origin.requestCount >= released + number + 2 }
                let path = "/bob/\(number).png"
                async let answer = scene.ask("/v1/rewrite", [Self.bob], body: scene.payload(path))
                try await settle(scene, waiting: 63)
                var turns = 0
                while !scene.origin.requests.contains(where: { $0.path == path }) {
                    let count = scene.origin.requestCount
                    gate.release()
                    released += 1
                    turns += 1
                    try await waitUntil { scene.origin.requestCount > count }
                }
                // The next rounds count on the items that are left.
                try #require(turns <= 2)
                let text = try await answer.text
                #expect(text.contains(#""outcome":"attached""#), "\(text)")
            }
            gate.open()
            let lines = try await batch.text
            // None is lost; on a busy machine the gate holds an answer until its transfer stalls.
            #expect(lines.components(separatedBy: #""outcome":""#).count == 201, "\(lines.suffix(2000))")
        }
    }
}
