import AttacheSystem
import Foundation
import Testing

/// Takes the times of the rows, and writes the documentation's table when `ATTACHE_HOSTILE_TABLE` names a file.
enum HostileRecorder {
    private static let times = Locked<[Int: Duration]>([:])

    /// The longest row of each case so far.
    static var longest: [Int: Duration] { times.withLock { $0 } }

    /// Runs a row's work, takes its time and holds it against the row's bound.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - bound: The longest it may take.
    ///   - body: The work, without what prepares it.
    /// - Returns: What `body` returns.
    static func measure<Value>(
        _ row: any HostileRow,
        bound: Duration,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        _ = writeAtExit
        await waitUntilCalm()
        let pulse = Task { await lostTime() }
        defer { pulse.cancel() }
        let began = ContinuousClock.now
        let value = try await body()
        let elapsed = began.duration(to: .now)
        pulse.cancel()
        // Hundreds of tests may share these threads; what they took from this one is not Attache's.
        let lost = await pulse.value
        #expect(elapsed - lost < bound, "\(row.testDescription)")
        times.withLock { $0[row.number] = max($0[row.number] ?? .zero, elapsed) }
        return value
    }

    /// Waits until the threads that all tests share have time: hundreds of tests start at once, and some of them block.
    static func waitUntilCalm() async {
        let deadline = ContinuousClock.now + .seconds(90)
        var calmCount = 0
        while calmCount < 5, ContinuousClock.now < deadline {
            let due = ContinuousClock.now + .milliseconds(5)
            try? await Task.sleep(until: due)
            calmCount = due.duration(to: .now) < .milliseconds(60) ? calmCount + 1 : 0
        }
    }

    /// Runs a scene, and again up to four times while it fails in threads that had no time for it: hundreds of tests
    /// share them, and a transfer that gets no time may end at its deadline.
    static func repeatIfStarved(_ scene: () async throws -> Bool) async rethrows -> Bool {
        for attempt in 0... {
            await waitUntilCalm()
            let pulse = Task { await lostTime() }
            defer { pulse.cancel() }
            if try await scene() { return true }
            pulse.cancel()
            if attempt == 4 { break }
            if await pulse.value < .seconds(2) { break }
        }
        return false
    }

    /// How much longer than it should a task slept that did nothing else, until it is cancelled.
    private static func lostTime() async -> Duration {
        var lost = Duration.zero
        while !Task.isCancelled {
            let due = ContinuousClock.now + .milliseconds(10)
            try? await Task.sleep(until: due)
            lost += max(.zero, due.duration(to: .now))
        }
        return lost
    }

    private static let writeAtExit: Void = {
        guard let path = ProcessInfo.processInfo.environment["ATTACHE_HOSTILE_TABLE"] else { return }
        unsafe setenv("ATTACHE_HOSTILE_TABLE", path, 1)
        atexit {
            guard let path = unsafe getenv("ATTACHE_HOSTILE_TABLE") else { return }
            let text = HostileTable.page(times: HostileRecorder.longest)
            try? Data(text.utf8).write(to: URL(filePath: unsafe String(cString: path)))
        }
    }()
}
