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

    private static let times = VerdictTimes()

    /// The clock of all workers of a test: answers of the server take none of its time.
    private let clock = ManualClock()

    private var soon: Deadline { Deadline(at: clock.now + .seconds(3600)) }

    /// A worker without processor time for minutes keeps its lease, and a late answer of the bucket is awaited.
    private static var patientTimes: VerdictTimes {
        var times = VerdictTimes()
        times.lease = .seconds(3600)
        times.patience = .seconds(300)
        times.request = .seconds(300)
        return times
    }

    /// The verdicts of one worker.
    private func verdicts(
        _ scene: FleetScene,
        at now: Int = 1000,
        times: VerdictTimes = Self.times,
        time: (any TimeSource)? = nil
    ) async throws -> FleetVerdicts {
        try #require(
            await FleetVerdicts.open(
                scene.nats,
                .standard,
                times: times,
                time: time ?? clock,
                wall: Wall(secondsSinceEpoch: now)
            )
        )
    }

    /// Stores the failure as a worker's verdict, and waits until the bucket has it.
    private func save(_ worker: FleetVerdicts) async throws {
        worker.save(Self.failure, as: Self.key)
        try await waitUntil { await worker.lookUp(Self.key).failure != nil }
    }

    @Test("One worker loads, and the other waits for its verdict")
    func single() async throws {
        try await FleetScene.with { scene in
            let (first, second) = (try await verdicts(scene), try await verdicts(scene))
            let begun = await first.beginLoad(Self.key, until: soon)
            #expect(begun.failure == nil)
            async let waiting = second.beginLoad(Self.key, until: soon)
            // Longer than a lease, which is renewed: one of the workers sleeps until the next renewal, and the other until
            // it looks again.
            for _ in 0..<5 {
                await clock.waitForSleepers(2)
                clock.advance(by: Self.times.lease / 3)
            }
            await clock.waitForSleepers(2)
            try await save(first)
            first.endLoad(Self.key, lease: begun.lease)
            clock.advance(by: Self.times.lease / 3)
            let found = await waiting
            second.endLoad(Self.key, lease: found.lease)
            #expect(found.media == nil)
            #expect(found.failure?.reasons.map(\.code) == [.fetchStatus])
            // The number of a client has no meaning in another worker.
            #expect(found.failure?.client == nil)
            #expect(found.failure?.window == Self.failure.window)
            #expect([first.totals.leases, second.totals.leases, second.totals.takeovers] == [1, 0, 0])
            #expect([first.totals.hits, second.totals.hits, second.totals.waits] == [0, 1, 1])
            try await close([first, second], on: clock)
        }
    }

    @Test("The lease of a worker that has ended is taken over, and one that ends without a verdict is over at once")
    func takeover() async throws {
        try await FleetScene.with { scene in
            let workers = [try await verdicts(scene), try await verdicts(scene), try await verdicts(scene)]
            _ = await workers[0].beginLoad(Self.key, until: soon)
            await workers[0].close()
            let deadline = soon
            let start = clock.now
            async let taking = workers[1].beginLoad(Self.key, until: deadline)
            // It looks at the record as long as nothing but time passes.
            while workers[1].totals.takeovers == 0, clock.now - start < Self.times.lease * 3 {
                try await waitUntil { clock.sleeperCount >= 1 || workers[1].totals.takeovers > 0 }
                clock.advance(by: Self.times.longestPoll)
            }
            let second = await taking
            #expect(clock.now - start >= Self.times.lease)
            #expect(workers[1].totals == VerdictTotals(leases: 1, waits: 1, takeovers: 1))
            workers[1].endLoad(Self.key, lease: second.lease)
            try await waitUntil {
                try await scene.stored(in: "KV_attache-verdicts").contains { $0.headers.contains("KV-Operation: DEL") }
            }
            // No time passes now.
            let third = await workers[2].beginLoad(Self.key, until: soon)
            #expect(workers[2].totals == VerdictTotals(leases: 1))
            workers[2].endLoad(Self.key, lease: third.lease)
            try await close(Array(workers.dropFirst()), on: clock)
        }
    }

    @Test("Nobody waits longer than the time of the payload")
    func deadline() async throws {
        try await FleetScene.with { scene in
            let (first, second) = (try await verdicts(scene), try await verdicts(scene))
            _ = await first.beginLoad(Self.key, until: soon)
            let end = clock.now + .milliseconds(300)
            async let waiting = second.beginLoad(Self.key, until: Deadline(at: end))
            // The renewal, and the wait.
            await clock.waitForSleepers(2)
            clock.advance(by: .milliseconds(300))
            let found = await waiting
            #expect(found.media == nil)
            #expect(found.failure == nil)
            #expect(second.totals == VerdictTotals(waits: 1))
            try await close([first, second], on: clock)
        }
    }

    @Test("Without the bucket each worker loads for itself, and asks again only after a while")
    func unavailable() async throws {
        try await FleetScene.with { scene in
            var times = Self.times
            // The time that passes until the wait for the bucket is seen to have ended is no part of it.
            times.pause = .seconds(3600)
            let worker = try await verdicts(scene, times: times)
            let start = clock.now
            try await scene.remove(stream: "KV_attache-verdicts")
            let deadline = soon
            async let loading = worker.beginLoad(Self.key, until: deadline)
            // Each attempt fails, until the patience is over.
            try await waitUntil {
                if worker.totals.unavailable > 0 { return true }
                clock.advance(by: .milliseconds(100))
                return false
            }
            #expect(await loading.failure == nil)
            #expect(clock.now - start >= times.patience)
            // It is not asked during the pause: no time passes, so that patience with it would never end.
            for count in 2...3 {
                let found = await worker.beginLoad(Self.key, until: soon)
                #expect(found.failure == nil)
                #expect(worker.totals == VerdictTotals(unavailable: count))
            }
            try await scene.setUp()
            clock.advance(by: times.pause)
            _ = await worker.beginLoad(Self.key, until: soon)
            #expect(worker.totals == VerdictTotals(leases: 1, unavailable: 3))
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
            try await save(first)
            try await close([first], on: clock)
            let found = await second.beginLoad(Self.key, until: soon)
            #expect((found.failure != nil) == isFresh)
            #expect(second.totals.leases == (isFresh ? 0 : 1))
            try await close([second], on: clock)
        }
    }

    static let foreign = ["", "{", "[]", "{}", #"{"format":2,"owner":"7"}"#, #"{"format":1,"failure":7}"#]

    @Test("A record of another format is refused, and replaced", arguments: foreign)
    func format(_ text: String) async throws {
        try await FleetScene.with { scene in
            try await scene.publish("$KV.attache-verdicts.\(Self.key.text)", text)
            let (first, second) = (try await verdicts(scene), try await verdicts(scene))
            #expect(await first.beginLoad(Self.key, until: soon).failure == nil)
            #expect(first.totals.leases == 1)
            try await save(first)
            try await close([first], on: clock)
            #expect(await second.beginLoad(Self.key, until: soon).failure != nil)
            try await close([second], on: clock)
        }
    }

    /// Whether both workers have one store, and the number of requests for each URL.
    @Test("Workers load each URL once, or once for each store", arguments: [(true, 1), (false, 2)])
    func workers(_ isShared: Bool, _ requests: Int) async throws {
        let picture = Behaviour.response(
            headers: ["Content-Type: image/png", "Cache-Control: max-age=600"],
            body: SampleMedia.photoPNG.bytes
        )
        try await FleetScene.with(origin: { _ in .delayed(.milliseconds(30), picture) }) { scene in
            let count = 8
            let (isStopped, outcomes) = (Locked(false), Locked<[String]>([]))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<2 {
                    let verdicts = try await verdicts(scene, times: Self.patientTimes, time: SystemTime())
                    var configuration = scene.sharing(verdicts)
                    if !isShared { configuration.storeDirectory = "\(scene.directory)/store-\(number)" }
                    var worker = WorkerConfiguration()
                    worker.nats = scene.nats
                    // Few at once, so that both workers have work.
                    worker.jobs = 2
                    let fleet = FleetWorker(worker, isStopRequested: { isStopped.withLock { $0 } }) { _ in }
                    let (settings, _) = (configuration, number)
                    group.addTask {
                        let outcome = try await withAttache(configuration: settings) { try await fleet.run($0) }
                        outcomes.withLock { $0.append("\(outcome)") }
                        await verdicts.close()
                    }
                }
                // Every worker sees every URL: the first round may be one worker's.
                for round in 0..<20 {
                    let payloads = (0..<count * 4).map { scene.payload("\(round)-\($0)", path: "/\($0 % count).png") }
                    try await scene.send(payloads)
                    try await scene.wait(for: count * 4, below: "attache.results")
                }
                isStopped.withLock { $0 = true }
                try await group.waitForAll()
            }
            #expect(outcomes.withLock { $0 } == ["drained", "drained"])
            let results = try await scene.stored(in: "ATTACHE_RESULTS")
            #expect(results.allSatisfy { $0.headers.contains("Attache-Outcome: attached") })
            if isShared { #expect(scene.origin.requestCount == count) }
            #expect(scene.origin.requestCount <= count * requests)
        }
    }
}
