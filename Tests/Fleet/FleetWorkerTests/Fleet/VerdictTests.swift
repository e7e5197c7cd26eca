import Attache
import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import FleetWorker

@Suite("Verdicts that workers share in a bucket", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct VerdictTests {
    private struct Wall: WallTimeSource {
        var secondsSinceEpoch = 1000
    }

    private static let key = CacheKey(text: String(repeating: "a", count: 64))
    private static let failure = CachedFailure(
        reasons: [Reason(.fetchStatus, "Status 404.", isPermanent: true)],
        transfer: .milliseconds(7),
        window: FreshnessWindow(from: 1000, until: 1030),
        client: 5
    )

    /// The clock of all workers of a test: answers of the server take none of its time.
    private let clock = ManualClock()

    /// The verdicts of one worker.
    private func verdicts(_ scene: FleetScene, at now: Int = 1000) async throws -> FleetVerdicts {
        try #require(
            await FleetVerdicts.open(scene.nats, .standard, time: clock, wall: Wall(secondsSinceEpoch: now))
        )
    }

    /// Those of one that waits for the server however busy the machine is.
    private func patientVerdicts(_ scene: FleetScene) async throws -> FleetVerdicts {
        var times = VerdictTimes()
        (times.request, times.ending) = (.seconds(300), .seconds(300))
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

    @Test("A worker that ends has stored its verdicts, which others find")
    func shared() async throws {
        try await FleetScene.with { scene in
            let (first, second) = (try await patientVerdicts(scene), try await verdicts(scene))
            #expect(await first.lookUp(Self.key).failure == nil)
            first.save(Self.failure, as: Self.key)
            await first.close()
            let found = await second.lookUp(Self.key)
            #expect(found.media == nil)
            #expect(found.failure?.reasons.map(\.code) == [.fetchStatus])
            // The number of a client has no meaning in another worker.
            #expect(found.failure?.client == nil)
            #expect(found.failure?.window == Self.failure.window)
            #expect([first.totals, second.totals] == [VerdictTotals(misses: 1), VerdictTotals(hits: 1)])
            try await close([second], on: clock)
        }
    }

    @Test("A passing failure stays with its worker and replaces no verdict; a removed one is gone")
    func passing() async throws {
        try await FleetScene.with { scene in
            let first = try await verdicts(scene)
            first.save(Self.failure, as: Self.key)
            try await scene.waitForVerdicts(1)
            var passing = Self.failure
            passing.reasons = [Reason(.fetchConnect, "Refused.", isPermanent: false)]
            first.save(passing, as: Self.key)
            #expect(await first.lookUp(Self.key).failure?.reasons.map(\.code) == [.fetchStatus])
            // Only a removal changes what the others find: this machine may be the only one without the file.
            first.noteMissingFile(Self.key)
            #expect(await first.lookUp(Self.key).failure != nil)
            first.remove(Self.key)
            try await scene.waitForVerdicts(0)
            #expect(await first.lookUp(Self.key).failure == nil)
            try await close([first], on: clock)
        }
    }

    @Test("Without the bucket each worker loads for itself, and asks again only after a while")
    func unavailable() async throws {
        try await FleetScene.with { scene in
            let worker = try await verdicts(scene)
            try await scene.remove(stream: "KV_attache-verdicts")
            _ = await worker.lookUp(Self.key)
            try await scene.setUp()
            // No time passes during the pause.
            for count in 2...3 {
                _ = await worker.lookUp(Self.key)
                #expect(worker.totals == VerdictTotals(unavailable: count))
            }
            clock.advance(by: VerdictTimes().pause)
            for count in 1...2 {
                _ = await worker.lookUp(Self.key)
                #expect(worker.totals == VerdictTotals(misses: count, unavailable: 3))
            }
            try await close([worker], on: clock)
            let names = try #require(FleetNames("other"))
            let none = try await FleetVerdicts.open(scene.nats, names, time: clock, wall: Wall())
            #expect(none == nil)
        }
    }

    @Test("A failure lives as long as its window, and a minute at most", arguments: [(1029, true), (1030, false)])
    func window(_ now: Int, _ isFresh: Bool) async throws {
        try await FleetScene.with { scene in
            let (first, second) = (try await verdicts(scene), try await verdicts(scene, at: now))
            first.save(Self.failure, as: Self.key)
            try await scene.waitForVerdicts(1)
            try await close([first], on: clock)
            _ = await second.lookUp(Self.key)
            #expect(second.totals == (isFresh ? VerdictTotals(hits: 1) : VerdictTotals(misses: 1)))
            try await close([second], on: clock)
        }
    }

    static let foreign = ["", "{", "[]", "{}", #"{"format":2,"owner":"7"}"#, #"{"format":1,"failure":7}"#]

    @Test("A record of another format is refused, and replaced", arguments: foreign)
    func format(_ text: String) async throws {
        try await FleetScene.with { scene in
            try await scene.publish("$KV.attache-verdicts.\(Self.key.text)", text)
            let worker = try await verdicts(scene)
            let found = await worker.lookUp(Self.key)
            #expect(found.media == nil && found.failure == nil)
            #expect(worker.totals == VerdictTotals(misses: 1))
            worker.save(Self.failure, as: Self.key)
            try await waitUntil { await worker.lookUp(Self.key).failure != nil }
            try await close([worker], on: clock)
        }
    }

    /// Whether both workers have one store, and the number of requests. All URLs have the same file, which the second worker
    /// loads once for its own store.
    @Test(
        "What one worker has loaded the next one takes, or loads it into its own store",
        arguments: [(true, 8), (false, 9)]
    )
    func workers(_ isShared: Bool, _ requests: Int) async throws {
        let picture = Behaviour.response(
            headers: ["Content-Type: image/png", "Cache-Control: max-age=600"],
            body: SampleMedia.photoPNG.bytes
        )
        try await FleetScene.with(origin: { _ in picture }) { scene in
            let count = 8
            for number in 0..<2 {
                let verdicts = try await patientVerdicts(scene)
                var configuration = scene.sharing(verdicts)
                if !isShared { configuration.storeDirectory = "\(scene.directory)/store-\(number)" }
                let payloads = (0..<count).map { scene.payload("\(number)-\($0)", path: "/\($0).png") }
                try await withAttache(configuration: configuration) { attache in
                    for payload in payloads { #expect(await attache.rewrite(payload).outcome == .attached) }
                }
                try await scene.waitForVerdicts(count)
                #expect(verdicts.totals == (number == 0 ? VerdictTotals(misses: count) : VerdictTotals(hits: count)))
                await verdicts.close()
            }
            #expect(scene.origin.requestCount == requests)
        }
    }
}
