import AttacheSystem
import Foundation
import Testing

/// Takes the times of the rows, and writes the documentation's table when `ATTACHE_HOSTILE_TABLE` names a file.
enum HostileRecorder {
    private static let times = Locked<[Int: Duration]>([:])

    /// The longest row of each case so far.
    static var longest: [Int: Duration] { times.withLock { $0 } }

    /// Runs a row's work, takes its time and holds it against a bound, which is far above what a busy machine takes.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - bound: The longest it may take.
    ///   - body: The work, without what prepares it.
    /// - Returns: What `body` returns.
    static func measure<Value>(
        _ row: any HostileRow,
        bound: Duration = .seconds(240),
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        _ = writeAtExit
        let began = ContinuousClock.now
        let value = try await body()
        let elapsed = began.duration(to: .now)
        #expect(elapsed < bound, "\(row.testDescription)")
        times.withLock { $0[row.number] = max($0[row.number] ?? .zero, elapsed) }
        return value
    }

    /// As `measure`, for work on this thread alone: its processor time counts, which other programs do not change.
    static func measureHere<Value>(_ row: any HostileRow, bound: Duration, _ body: () -> Value) async -> Value {
        await measure(row) {
            let began = processorTime
            let value = body()
            #expect(processorTime - began < bound, "\(row.testDescription)")
            return value
        }
    }

    /// As `measure`, for work that may be done again: one attempt in five must be within the bound.
    static func measureAgain<Value>(
        _ row: any HostileRow,
        bound: Duration,
        _ body: () async throws -> Value
    ) async rethrows -> Value {
        for _ in 1..<5 {
            let began = ContinuousClock.now
            let value = try await measure(row, body)
            if began.duration(to: .now) < bound { return value }
        }
        return try await measure(row, bound: bound, body)
    }

    private static var processorTime: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
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
