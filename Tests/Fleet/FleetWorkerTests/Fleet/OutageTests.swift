import AttacheCore
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

@Suite("Streams that refuse messages for a time", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct OutageTests {
    @Test("A payload whose result cannot be stored for a time has its result later, and is no dead letter")
    func results() async throws {
        try await FleetScene.with { scene in
            let (failures, isDead, hasStarted) = (Locked(0), Locked(false), Locked(false))
            let end = try await scene.work(
                { configuration in
                    // Every payload is a suspect.
                    configuration.deliveries = 0
                    configuration.storeDelay = .milliseconds(20)
                },
                onEvent: { event in
                    if case .notStored = event { failures.withLock { $0 += 1 } }
                    if case .deadLetter = event { isDead.withLock { $0 = true } }
                    if case .started = event { hasStarted.withLock { $0 = true } }
                }
            ) {
                try await waitUntil { hasStarted.withLock { $0 } }
                try await scene.limit(stream: "ATTACHE_RESULTS", byteCount: 1)
                try await scene.send([scene.payload("1"), scene.payload("2")])
                try await waitUntil { failures.withLock { $0 } >= 6 || isDead.withLock { $0 } }
                try await scene.limit(stream: "ATTACHE_RESULTS", byteCount: -1)
                try await scene.waitForEmptyWork()
            }
            #expect(end.totals.deadLetters == 0)
            #expect(end.totals.published == 2)
            // Each was delivered and processed once, and its result published again and again.
            #expect(end.totals.taken == 2)
            #expect(try await scene.stored(in: "ATTACHE_DEAD").isEmpty)
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").count == 2)
        }
    }

    @Test("A payload of a stream that was made again is none of the old stream, which had the same sequence")
    func recreated() async throws {
        try await FleetScene.with { scene in
            let payload = #"{"payload":{"aps":{"alert":"Hi"}}}"#
            for _ in 1...2 {
                let end = try await scene.work {
                    try await scene.send([payload])
                    try await scene.wait(for: 1, below: "attache.results")
                    try await scene.waitForEmptyWork()
                }
                #expect(end.totals.published == 1 && end.totals.duplicates == 0)
                try await scene.remove(stream: "ATTACHE_WORK")
                try await scene.setUp()
            }
        }
    }

    @Test("Of two senders of a tenant, each receives the results of its own payloads")
    func senders() async throws {
        try await FleetScene.with { scene in
            _ = try await scene.work {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for sender in 0..<2 {
                        group.addTask {
                            let left = Locked(
                                (0..<50).map { number in
                                    // The same payloads from both, and one that is a dead letter.
                                    Array((number == 7 ? "{" : #"{"payload":{"aps":{"alert":"\#(number)"}}}"#).utf8)
                                }
                            )
                            let results = Locked(0)
                            let totals = try await FleetSender(scene.nats, names: .standard, tenant: "acme").send(
                                { left.withLock { $0.popLast() } },
                                waits: true
                            ) { _ in results.withLock { $0 += 1 } }
                            #expect(totals == FleetSender.Totals(sent: 50, results: 49, deadLetters: 1), "\(sender)")
                            #expect(results.withLock { $0 } == 49)
                        }
                    }
                    try await group.waitForAll()
                }
            }
        }
    }
}
