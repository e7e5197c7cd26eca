import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("The service's queue", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct QueueProgramTests {
    private static let tokens = ["tokens": "alice alice-token-of-sixteen\nbob bob-token-of-sixteen-too\n"]
    private static let alice = "Authorization: Bearer alice-token-of-sixteen"
    private static let bob = "Authorization: Bearer bob-token-of-sixteen-too"
    private static let photo = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")

    /// Waits until `count` requests are waiting.
    private func settle(_ scene: ProgramScene, waiting count: Int) async throws {
        let isThere = try await ServiceProcess.wait {
            let text = try await scene.ask("/metrics", [Self.alice]).text
            let match = text.firstMatch(of: /\nattache_queue_waiting ([0-9]+)/)
            return match.flatMap { Int($0.1) }.flatMap { $0 >= count ? true : nil }
        }
        try #require(isThere == true)
    }

    private func items(_ scene: ProgramScene, _ count: Int, _ name: String) -> String {
        (0..<count).map { scene.payload("/\(name)/\($0).png") + "\n" }.joined()
    }

    @Test("A deadline ends the wait for a slot with the fallback")
    func deadline() async throws {
        try await ProgramScene.with(
            ["--jobs", "1"],
            origin: { request in
                request.path == "/slow.png" ? Behaviour(steps: [.waitUntilStopped]) : Self.photo
            }
        ) { scene in
            async let slow = scene.ask("/v1/rewrite", ["Attache-Deadline: 5s"], body: scene.payload("/slow.png"))
            _ = try await ServiceProcess.wait { scene.origin.requests.isEmpty ? nil : true }
            let answer = try await scene.ask("/v1/rewrite", ["Attache-Deadline: 1s"], body: scene.payload())
            #expect(answer.status == 200 && answer.text.contains("fetch.deadline"), "\(answer.text)")
            let time = try #require(answer.text.firstMatch(of: /"total_ms":([0-9.]+)/))
            #expect((1000..<1300).contains(Double(time.1) ?? 0), "\(time.1) ms")
            #expect(try await slow.text.contains("fetch.deadline"))
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
            let answer = try await scene.ask("/v1/rewrite", [header], arguments: ["--max-time", "20"], body: body)
            #expect(answer.status == 200 && answer.text.contains("fetch.deadline"), "\(answer.text)")
        }
    }

    @Test("A client's batches do not cause rejections for another client")
    func batches() async throws {
        let arguments = ["--jobs", "2", "--queue", "100", "--token-file", "tokens"]
        try await ProgramScene.with(
            arguments,
            files: Self.tokens,
            origin: { request in
                request.path.hasPrefix("/alice") ? Behaviour(steps: [.waitUntilStopped]) : Self.photo
            }
        ) { scene in
            try await withThrowingTaskGroup { group in
                for number in 0..<3 {
                    let body = items(scene, 100, "alice\(number)")
                    group.addTask {
                        _ = try await scene.ask(
                            "/v1/rewrite/batch",
                            [Self.alice, "Attache-Deadline: 15s"],
                            arguments: ["-H", "Content-Type: application/x-ndjson"],
                            body: body
                        )
                    }
                }
                try await settle(scene, waiting: 150)
                let answer = try await scene.ask(
                    "/v1/rewrite",
                    [Self.bob, "Attache-Deadline: 20s"],
                    body: scene.payload()
                )
                #expect(answer.status == 200 && answer.text.contains(#""outcome":"attached""#), "\(answer.text)")
                try await group.waitForAll()
            }
        }
    }

    @Test("A client waits one turn per request behind another client's queue, not for the whole queue")
    func fairness() async throws {
        let arguments = ["--jobs", "2", "--token-file", "tokens"]
        try await ProgramScene.with(
            arguments,
            files: Self.tokens,
            origin: { _ in
                Behaviour(steps: [.wait(.milliseconds(20))] + Self.photo.steps)
            }
        ) { scene in
            let body = items(scene, 1000, "alice")
            async let batch = scene.ask(
                "/v1/rewrite/batch",
                [Self.alice],
                arguments: ["-H", "Content-Type: application/x-ndjson"],
                body: body
            )
            try await settle(scene, waiting: 60)
            var times: [Double] = []
            for number in 0..<10 {
                let answer = try await scene.ask("/v1/rewrite", [Self.bob], body: scene.payload("/bob/\(number).png"))
                #expect(answer.text.contains(#""outcome":"attached""#), "\(answer.text)")
                times.append(answer.text.firstMatch(of: /"total_ms":([0-9.]+)/).flatMap { Double($0.1) } ?? .infinity)
            }
            #expect(scene.origin.requests.count < 1000)
            // Behind all 62 waiting requests it would take more than 600 ms.
            #expect(times.sorted()[5] < 300, "\(times)")
            _ = try await batch
        }
    }
}
