import Attache
import AttacheCore
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import FleetWorker

@Suite("Workers that drain", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct DrainTests {
    private static let picture = Behaviour.response(
        headers: ["Content-Type: image/png", "Cache-Control: max-age=600"],
        body: SampleMedia.photoPNG.bytes
    )

    private func verdicts(_ scene: FleetScene) async throws -> FleetVerdicts {
        var times = VerdictTimes()
        times.request = .seconds(300)
        return try #require(
            await FleetVerdicts.open(
                scene.nats,
                .standard,
                times: times,
                time: SystemTime(),
                wall: SystemWallClock()
            )
        )
    }

    @Test("A payload that waits for a copy in a bucket that does not answer is given back at the end of the drain")
    func copy() async throws {
        try await FleetScene.with(
            origin: { $0.path.hasPrefix("/bucket/") ? .silent : Self.picture }
        ) { scene in
            let worker = try ChildProcess(
                "/usr/bin/env",
                ChildProcess.plainly(home: scene.directory, ["AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "s"])
                    + [
                        BuiltProgram.path("attached"), "work", "--nats", scene.server.url, "--drain", "100ms",
                        "--deliveries", "1", "--deadline", "1h",
                        "--store", "\(scene.directory)/store", "--allow-address", "127.0.0.0/8:\(scene.origin.port)",
                        "--media-store", "s3://bucket/p", "--media-store-endpoint", scene.origin.url(""),
                    ],
                output: "\(scene.directory)/worker"
            )
            try await scene.send([scene.payload("1")])
            // The picture, and the first request for its copy.
            try await waitUntil { scene.origin.requestCount >= 2 }
            worker.terminate()
            #expect(await worker.wait() == 5)
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").isEmpty)
            #expect(try await scene.stored(in: "ATTACHE_WORK").count == 1)
        }
    }

    @Test("A suspect that drained workers give back is no dead letter after three of them")
    func suspect() async throws {
        let isSlow = Locked(true)
        try await FleetScene.with(
            origin: { _ in isSlow.withLock { $0 } ? .silent : Self.picture }
        ) { scene in
            try await scene.send([scene.payload("1")])
            for _ in 1...3 {
                let earlier = scene.origin.requestCount
                let (outcome, totals) = try await scene.work({
                    $0.deliveries = 0
                    $0.drainTimeout = .milliseconds(100)
                }) {
                    try await waitUntil { scene.origin.requestCount > earlier }
                }
                #expect(outcome == .incomplete)
                // A request that is still open may bring it once more.
                #expect((1...2).contains(totals.givenBack) && totals.suspects == 1 && totals.deadLetters == 0)
            }
            isSlow.withLock { $0 = false }
            _ = try await scene.work({ $0.deliveries = 0 }) { try await scene.waitForEmptyWork() }
            #expect(try await scene.stored(in: "ATTACHE_RESULTS").compactMap(\.identifier) == ["1"])
            #expect(try await scene.stored(in: "ATTACHE_DEAD").isEmpty)
        }
    }

    /// A change of a worker's configuration, and the requests of the origin for two workers.
    struct Change: Sendable, CustomTestStringConvertible {
        let name: String
        let requestCount: Int
        let apply: @Sendable (inout AttacheConfiguration) -> Void
        var testDescription: String { name }

        init(_ name: String, _ requestCount: Int, _ apply: @escaping @Sendable (inout AttacheConfiguration) -> Void) {
            (self.name, self.requestCount, self.apply) = (name, requestCount, apply)
        }
    }

    static let changes = [
        Change("none", 1) { _ in },
        Change("policy", 2) { $0.policy = "hive" },
        Change("network", 2) { $0.network = "lte" },
        Change("link", 2) { $0.link = .off },
        Change("egress", 2) { $0.deniedHosts = ["a.example"] },
        Change("name servers", 2) { $0.dnsServers = ["192.0.2.1"] },
        // Links are made of the verdict, and not kept in it.
        Change("links", 1) { $0.rehost = "https://cdn.example.com/p/" },
        Change("time limit", 1) { $0.deadline = .seconds(29) },
    ]

    @Test("A verdict serves the workers under the same rules, and no others", arguments: changes)
    func rules(_ change: Change) async throws {
        try await FleetScene.with(origin: { _ in Self.picture }) { scene in
            for number in 0..<2 {
                let verdicts = try await verdicts(scene)
                var configuration = scene.sharing(verdicts)
                if number == 1 { change.apply(&configuration) }
                let payload = scene.payload("\(number)")
                let result = try await withAttache(configuration: configuration) { await $0.rewrite(payload) }
                #expect(result.outcome == .attached)
                if number == 0 { try await scene.waitForVerdicts(1) }
                await verdicts.close()
            }
            #expect(scene.origin.requestCount == change.requestCount)
        }
    }
}
