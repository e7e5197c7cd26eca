import AttacheSystem
import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Idempotency-Key, as handled by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct IdempotencyProgramTests {
    @Test("A repeated request gets the same bytes, also after a restart and a crash")
    func replay() async throws {
        try await ProgramScene.with { scene in
            let first = try await scene.rewrite(scene.payload(), key: #""order-1""#)
            #expect(first.status == 200 && !first.isReplayed)
            #expect(first.text.contains(#""outcome":"attached""#))
            let second = try await scene.rewrite(scene.payload(), key: #""order-1""#)
            #expect(second.isReplayed)
            #expect(second.body == first.body && second.status == 200)
            #expect(second.headers["content-type"] == first.headers["content-type"])
            // Timings differ between responses, so a new response would not be equal by chance.
            let other = try await scene.rewrite(scene.payload(), key: #""order-2""#)
            #expect(!other.isReplayed)
            for signal in [SIGTERM, SIGKILL] {
                try await scene.restart(after: signal)
                let again = try await scene.rewrite(scene.payload(), key: "order-1")
                #expect(again.isReplayed && again.body == first.body)
            }
        }
    }

    struct Change: CustomTestStringConvertible {
        let name: String
        var title = "Hello"
        var headers: [String] = []
        var query = ""

        var testDescription: String { name }
    }

    @Test(
        "A key with another body, query or deadline is rejected",
        arguments: [
            Change(name: "body", title: "Bye"), Change(name: "query", query: "?emit=payload"),
            Change(name: "deadline", headers: ["Attache-Deadline: 9s"]),
        ]
    )
    func reuse(_ change: Change) async throws {
        try await ProgramScene.with { scene in
            let first = try await scene.rewrite(scene.payload(), key: "a")
            #expect(first.status == 200)
            let body = scene.payload(title: change.title)
            let second = try await scene.rewrite(body, key: "a", change.headers, query: change.query)
            #expect(second.status == 422)
            #expect(second.text.contains("idempotency-key-reused"))
            let third = try await scene.rewrite(scene.payload(), key: "a")
            #expect(third.body == first.body)
        }
    }

    @Test("The key of a running request is in use; a crash releases it")
    func running() async throws {
        let silence: LoopbackOrigin.Handler = { $0.path == "/slow.png" ? .silent : .status(404) }
        try await ProgramScene.with(["--max-deadline", "1h"], origin: silence) { scene in
            let slow = scene.payload("/slow.png")
            async let first = scene.rewrite(slow, key: "a", ["Attache-Deadline: 1h"])
            try await waitUntil { !scene.origin.requests.isEmpty }
            let second = try await scene.rewrite(slow, key: "a", ["Attache-Deadline: 1h"])
            #expect(second.status == 409)
            #expect(second.text.contains("idempotency-key-in-use"))
            let other = try await scene.rewrite(slow, key: "a", ["Attache-Deadline: 1s"])
            #expect(other.status == 422)
            scene.process.send(SIGKILL)
            #expect(try await first.status == 0)
            try await scene.restart(after: SIGKILL)
            let third = try await scene.rewrite(slow, key: "a", ["Attache-Deadline: 1s"])
            #expect(third.status == 200 && !third.isReplayed)
            #expect(third.text.contains("fetch.deadline"))
        }
    }

    @Test("A response that was interrupted by shutdown is not replayed")
    func cutShort() async throws {
        let asked = Locked(0)
        let silentOnce: LoopbackOrigin.Handler = { _ in
            let number = asked.withLock { count in
                count += 1
                return count
            }
            return number == 1 ? .silent : .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
        try await ProgramScene.with(["--drain", "200ms", "--deadline", "1h"], origin: silentOnce) { scene in
            async let first = scene.rewrite(scene.payload(), key: "a")
            try await waitUntil { !scene.origin.requests.isEmpty }
            scene.process.send(SIGTERM)
            let answer = try await first
            #expect(answer.status == 200 && answer.text.contains("fetch.cancelled"), "\(answer)")
            try await scene.restart(after: SIGTERM)
            let second = try await scene.rewrite(scene.payload(), key: "a")
            #expect(!second.isReplayed && second.text.contains(#""outcome":"attached""#), "\(second)")
        }
    }

    @Test("Keys of different clients are independent")
    func clients() async throws {
        let tokens = "one 1111111111111111\ntwo 2222222222222222\n"
        try await ProgramScene.with(["--token-file", "tokens"], files: ["tokens": tokens]) { scene in
            let one = ["Authorization: Bearer 1111111111111111"], two = ["Authorization: Bearer 2222222222222222"]
            let first = try await scene.rewrite(scene.payload(), key: "a", one)
            let second = try await scene.rewrite(scene.payload(title: "Bye"), key: "a", two)
            #expect(first.status == 200 && second.status == 200 && !second.isReplayed)
            #expect(try await scene.rewrite(scene.payload(), key: "a", one).isReplayed)
        }
    }

    @Test("Of all problems, only an invalid push is stored")
    func problems() async throws {
        try await ProgramScene.with { scene in
            let noPush = try await scene.rewrite(#"{"a":1}"#, key: "a")
            #expect(noPush.status == 422 && !noPush.isReplayed)
            let again = try await scene.rewrite(#"{"a":1}"#, key: "a")
            #expect(again.isReplayed && again.body == noPush.body)
            #expect(again.headers["content-type"] == "application/problem+json")
            #expect(try await scene.rewrite("{", key: "b").status == 400)
            let corrected = try await scene.rewrite(scene.payload(), key: "b")
            #expect(corrected.status == 200 && !corrected.isReplayed)
            #expect(try await scene.rewrite(scene.payload(), key: "\"").status == 400)
        }
    }

    @Test("With a lifetime of zero, keys are ignored and no file is created")
    func off() async throws {
        try await ProgramScene.with(["--idempotency-lifetime", "0s"]) { scene in
            #expect(try await scene.rewrite(scene.payload(), key: "a").status == 200)
            let second = try await scene.rewrite(scene.payload(title: "Bye"), key: "a")
            #expect(second.status == 200 && !second.isReplayed)
            #expect(!FileManager.default.fileExists(atPath: "\(scene.directory)/state/idempotency.sqlite"))
        }
    }

    @Test("Of many concurrent requests with one key, one is processed and the others do not wait")
    func race() async throws {
        try await ProgramScene.with { scene in
            let body = scene.payload()
            let answers = try await withThrowingTaskGroup(of: ProgramScene.Answer.self) { group in
                for _ in 0..<8 { group.addTask { try await scene.rewrite(body, key: "a") } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let made = answers.filter { $0.status == 200 }
            let description = answers.map { "\($0.status) \($0.headers) \($0.text.prefix(80))" }.joined(separator: "\n")
            let newCount = made.count { !$0.isReplayed }
            #expect(newCount == 1, "\(description)")
            #expect(Set(made.map(\.body)).count == 1)
            #expect(answers.allSatisfy { [200, 409].contains($0.status) })
        }
    }
}
