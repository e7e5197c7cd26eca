import AttacheTesting
import LoopbackOrigin
import MediaStore
import TestWidth
import Testing

@testable import Attache

/// How long a long-running `Attache` caches verdicts, with a manual clock.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct VerdictLifetimeTests {
    /// The behaviour of an origin, the time that passes, and the number of requests afterwards.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let behaviour: Behaviour
        let seconds: Int
        let lifetime: Duration?
        let requestCount: Int

        init(_ name: String, _ behaviour: Behaviour, after seconds: Int, lifetime: Duration?, asks requestCount: Int) {
            testDescription = name
            self.behaviour = behaviour
            self.seconds = seconds
            self.lifetime = lifetime
            self.requestCount = requestCount
        }
    }

    private static let usual = AttacheConfiguration().verdictLifetime
    /// Beyond the time limit of the suite: the transfers have a clock of their own, and a busy machine lets them wait.
    private static let deadline = Duration.seconds(600)

    @Test(arguments: [
        Row("file within a minute", LibraryScene.photo, after: 59, lifetime: usual, asks: 1),
        Row("file after a minute", LibraryScene.photo, after: 60, lifetime: usual, asks: 2),
        Row("missing file within ten seconds", .status(404), after: 9, lifetime: usual, asks: 1),
        Row("missing file after ten seconds", .status(404), after: 10, lifetime: usual, asks: 2),
        Row("refused file within ten seconds", .status(403), after: 9, lifetime: usual, asks: 1),
        Row("refused file after ten seconds", .status(410), after: 10, lifetime: usual, asks: 2),
        Row("file in a run", LibraryScene.photo, after: 86_400, lifetime: nil, asks: 1),
        Row("missing file in a run", .status(404), after: 86_400, lifetime: nil, asks: 1),
        Row("zero lifetime", LibraryScene.photo, after: 0, lifetime: .zero, asks: 2),
    ])
    func verdictExpires(_ row: Row) async throws {
        let clock = ManualClock()
        try await LibraryScene.run(
            configure: { ($0.verdictLifetime, $0.time) = (row.lifetime, clock) },
            handler: { _ in row.behaviour }
        ) { scene in
            let payload = scene.payload("/a.png")
            let first = await scene.attache.rewrite(payload, deadline: Self.deadline)
            clock.advance(by: .seconds(row.seconds))
            let second = await scene.attache.rewrite(payload, deadline: Self.deadline)
            #expect(first.outcome == second.outcome)
            #expect(scene.origin.requestCount == row.requestCount)
        }
    }

    @Test(arguments: [(29, 2), (30, 4)])
    func temporaryFailureIsRetriedSooner(_ seconds: Int, requestCount: Int) async throws {
        // A temporary failure is tried twice for each load; the test skips the pause in between.
        let clock = ManualClock()
        try await LibraryScene.run(configure: { $0.time = clock }, handler: { _ in .status(503) }) { scene in
            for _ in 0..<2 {
                let payload = scene.payload("/a.png")
                let task = Task { await scene.attache.rewrite(payload, deadline: Self.deadline) }
                let asked = scene.origin.requestCount
                if asked < requestCount {
                    await clock.waitForSleepers(1)
                    clock.advance(by: .milliseconds(250))
                }
                #expect(await task.value.headline?.code == .fetchStatus)
                clock.advance(by: .seconds(seconds))
            }
            #expect(scene.origin.requestCount == requestCount)
        }
    }

    @Test func fileOutlivesItsVerdict() {
        var configuration = AttacheConfiguration()
        #expect(PipelineDependencies.protection(configuration) == .recent(.seconds(660)))
        configuration.cache = .off
        #expect(PipelineDependencies.protection(configuration) == .recent(.seconds(600)))
        configuration.verdictLifetime = nil
        #expect(PipelineDependencies.protection(configuration) == .wholeRun)
    }
}
