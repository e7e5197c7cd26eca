import AttacheCore
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

@Suite("A worker of a fleet, with a real JetStream server", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FleetTests {
    @Test("Each payload has one result, on the subject of its tenant, and leaves the stream of work")
    func results() async throws {
        try await FleetScene.with { scene in
            let end = try await scene.work {
                try await scene.send((0..<100).map { scene.payload("a\($0)") }, tenant: "acme")
                try await scene.send((0..<100).map { scene.payload("g\($0)") }, tenant: "globex")
                try await scene.wait(for: 200, below: "attache.results")
            }
            #expect(end.outcome == .drained)
            #expect(end.totals.published == 200)
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(Set(results.compactMap(\.identifier)).count == 200)
            for result in results {
                #expect(
                    result.subject
                        == (result.identifier?.hasPrefix("a") == true
                            ? "attache.results.acme" : "attache.results.globex")
                )
                #expect(result.headers.contains("Attache-Outcome: attached"))
            }
            #expect(try await scene.stored(in: "ATTACHE_WORK").isEmpty)
        }
    }

    @Test("A repeated payload has one result")
    func duplicates() async throws {
        try await FleetScene.with { scene in
            let end = try await scene.work {
                try await scene.send([scene.payload("1"), scene.payload("1"), scene.payload("2")])
                try await scene.wait(for: 3, below: "attache.results")
            }
            #expect(end.totals.published == 3)
            #expect(end.totals.duplicates == 1)
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").count == 2)
        }
    }

    static let hopeless = [
        ("{", "payload.invalid-json"),
        (String(repeating: "[", count: 64 * 1024), "payload.too-deep"),
        (String(repeating: "x", count: 64 * 1024 + 1), "payload.too-large"),
        (#"{"id":7}"#, "payload.no-aps"),
        ("", "payload.empty"),
    ]

    @Test(
        "A payload without a result is a dead letter with its reason, and its neighbours have results",
        arguments: hopeless
    )
    func deadLetter(_ payload: String, _ code: String) async throws {
        try await FleetScene.with { scene in
            let end = try await scene.work {
                try await scene.send([scene.payload("1"), payload, scene.payload("2")])
                try await scene.wait(for: 1, below: "attache.dead")
                // Its neighbours may come later.
                try await scene.waitForEmptyWork()
            }
            #expect(end.totals.deadLetters == 1)
            let letters = try await scene.stored(in: "ATTACHE_DEAD")
            #expect(letters.map(\.body) == [payload])
            #expect(letters.first?.headers.contains("Attache-Reason: \(code)\r\n") == true)
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").count == 2)
        }
    }

    @Test(
        "What is no tenant has dead letters and no results, also where bytes are no text",
        arguments: ["é", "a$b", "\u{FFFD}"]
    )
    func noTenant(_ tenant: String) async throws {
        try await FleetScene.with { scene in
            let end = try await scene.work {
                try await scene.send([scene.payload("1")], tenant: tenant)
                try await scene.send([scene.payload("2")])
                try await scene.wait(for: 1, below: "attache.dead")
                try await scene.waitForEmptyWork()
            }
            #expect(end.totals.deadLetters == 1)
            let letters = try await scene.stored(in: "ATTACHE_DEAD")
            #expect(letters.map(\.subject) == ["attache.dead.~"])
            #expect(letters.first?.headers.contains("Attache-Reason: work.invalid-tenant\r\n") == true)
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").map(\.subject) == ["attache.results.acme"])
        }
    }

    @Test(
        "A transient failure is repeated, and its last result is published",
        arguments: [(2, "attached"), (9, "plain")]
    )
    func transient(_ failures: Int, _ outcome: String) async throws {
        let left = Locked(failures)
        try await FleetScene.with(origin: { _ in
            let isFailing = left.withLock { left in
                left -= 1
                return left >= 0
            }
            return isFailing ? .status(503) : .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }) { scene in
            let end = try await scene.work({ $0.deliveries = 3 }) {
                try await scene.send([scene.payload("1")])
                try await scene.wait(for: 1, below: "attache.results")
            }
            #expect(end.totals.published == 1)
            #expect(end.totals.retried == (outcome == "plain" ? 2 : 1))
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(results.first?.headers.contains("Attache-Outcome: \(outcome)") == true)
        }
    }

    @Test("At the end of the drain, payloads in progress are given back for another worker")
    func drain() async throws {
        let isSlow = Locked(true)
        try await FleetScene.with(origin: { _ in
            let picture = Behaviour.file(SampleMedia.photoPNG.bytes, type: "image/png")
            return isSlow.withLock { $0 } ? .silent : picture
        }) { scene in
            let end = try await scene.work({ $0.drainTimeout = .milliseconds(100) }) {
                try await scene.send((0..<10).map { scene.payload("\($0)", path: "/\($0).png") })
                try await waitUntil { scene.origin.requestCount > 0 }
            }
            #expect(end.outcome == .incomplete)
            #expect(end.totals.published == 0)
            isSlow.withLock { $0 = false }
            let next = try await scene.work { try await scene.wait(for: 10, below: "attache.results") }
            #expect(next.totals.published == 10)
        }
    }

    @Test("With a consumer for each tenant, all tenants are served")
    func tenants() async throws {
        var plan = FleetPlan()
        plan.tenants = ["acme", "globex"]
        try await FleetScene.with(plan: plan) { scene in
            let end = try await scene.work {
                try await scene.send((0..<300).map { scene.payload("\($0)") }, tenant: "acme")
                try await scene.send(["1", "2"].map { scene.payload($0) }, tenant: "globex")
                try await scene.wait(for: 302, below: "attache.results")
            }
            #expect(end.totals.published == 302)
        }
    }
}
