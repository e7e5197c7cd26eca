import AttacheSystem
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

/// Readiness checks, and how quickly they report a change.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ReadinessTests {
    private static let silence = ReadinessFinding.problem(GoldenMessages["trouble.silent", ["check": "store"]])

    private let clock = ManualClock()
    private let count = Locked(0)

    private func check(_ name: String, _ finding: ReadinessFinding?) -> ReadinessCheck {
        ReadinessCheck(name: name) { [count] in
            count.withLock { $0 += 1 }
            return finding
        }
    }

    @Test func allFindingsAreReportedInOrder() async {
        let checks = [
            check("a", .problem("A is ill.")), check("b", nil), check("c", .warning("C is full.")),
        ]
        let findings = await Readiness(checks: checks, time: clock).findings()
        #expect(findings == [.problem("A is ill."), .warning("C is full.")])
        #expect(findings.map(\.line) == ["A is ill.", "warning: C is full."])
        #expect(await Readiness(checks: [check("b", nil)], time: clock).findings().isEmpty)
    }

    @Test func resultIsReusedForOneSecond() async {
        let readiness = Readiness(checks: [check("a", nil)], time: clock)
        for _ in 0..<5 { _ = await readiness.findings() }
        #expect(count.withLock { $0 } == 1)
        clock.advance(by: .milliseconds(999))
        _ = await readiness.findings()
        #expect(count.withLock { $0 } == 1)
        clock.advance(by: .milliseconds(1))
        _ = await readiness.findings()
        #expect(count.withLock { $0 } == 2)
    }

    @Test func changesAreReportedOnce() async {
        let changes = Locked<[[ReadinessFinding]]>([])
        let finding = Locked<ReadinessFinding?>(nil)
        let check = ReadinessCheck(name: "a") { finding.withLock { $0 } }
        let readiness = Readiness(checks: [check], time: clock) { found in changes.withLock { $0.append(found) } }
        for next in [nil, .problem("A is ill."), .problem("A is ill."), nil, nil] as [ReadinessFinding?] {
            finding.withLock { $0 = next }
            _ = await readiness.findings()
            clock.advance(by: .seconds(1))
        }
        #expect(changes.withLock { $0 } == [[.problem("A is ill.")], []])
    }

    @Test func blockedCheckIsNotAwaited() async {
        let hanging = ReadinessCheck(name: "store") {
            // Ends only when cancelled, as a blocked disk returns only when it is repaired.
            try? await Task.sleep(for: .seconds(3600))
            return nil
        }
        let readiness = Readiness(checks: [hanging], time: clock)
        async let answers = [readiness.findings(), readiness.findings()]
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(2))
        #expect(await answers == [[Self.silence], [Self.silence]])
    }

    @Test func shutdownIsReportedImmediately() async {
        let readiness = Readiness(checks: [check("a", nil)], time: clock)
        #expect(await readiness.findings().isEmpty)
        readiness.drain()
        #expect(await readiness.findings() == [.problem(GoldenMessages["trouble.ending"])])
        #expect(readiness.isDraining)
    }

    /// A limit on the size of files fails `write` like a full disk.
    @Test func aStateDirectoryWithoutRoomIsReported() async throws {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let scratch = try ScratchDirectory("state")
            defer { scratch.remove() }
            let lock = try #require(try StateLock(scratch.path))
            #expect(lock.writingProblem() == nil)
            var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
            unsafe setrlimit(__rlimit_resource_t(1), &limit)
            #expect(lock.writingProblem()?.contains(scratch.path) == true)
            // The number of the process stays readable for another service.
            let text = try String(contentsOfFile: scratch.path("lock"), encoding: .utf8)
            #expect(text.hasPrefix("\(getpid())\n") && text.utf8.count <= 64)
        }
    }

    @Test func blockedCheckIsNotRepeatedUntilItReturns() async throws {
        let (gate, opens) = AsyncStream.makeStream(of: Void.self)
        let hanging = ReadinessCheck(name: "store") { [count] in
            count.withLock { $0 += 1 }
            // Not a task's sleep: a blocked disk ignores cancellation.
            await Task { for await _ in gate {} }.value
            return nil
        }
        let readiness = Readiness(checks: [hanging], time: clock)
        for number in 0..<3 {
            async let answer = readiness.findings()
            if number == 0 { await clock.waitForSleepers(1) }
            clock.advance(by: .seconds(2))
            #expect(await answer == [Self.silence])
        }
        #expect(count.withLock { $0 } == 1)
        opens.finish()
        try await waitUntil {
            clock.advance(by: .seconds(1))
            return await readiness.findings().isEmpty
        }
    }
}
