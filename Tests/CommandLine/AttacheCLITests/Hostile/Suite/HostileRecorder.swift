import AttacheSystem
import Foundation

/// Takes the times of the rows, and writes the documentation's table when `ATTACHE_HOSTILE_TABLE` names a file.
enum HostileRecorder {
    private static let times = Locked<[Int: Duration]>([:])

    /// The longest row of each case so far.
    static var longest: [Int: Duration] { times.withLock { $0 } }

    /// Runs a row's work, and takes its time for the table alone: that it ends in time is a matter of its deadline, which is
    /// another verdict than that of the row, or the one that the row is about.
    ///
    /// - Parameters:
    ///   - row: The row.
    ///   - body: The work, without what prepares it.
    /// - Returns: What `body` returns.
    static func measure<Value>(_ row: any HostileRow, _ body: () async throws -> Value) async rethrows -> Value {
        _ = writeAtExit
        let began = ContinuousClock.now
        let value = try await body()
        let elapsed = began.duration(to: .now)
        times.withLock { $0[row.number] = max($0[row.number] ?? .zero, elapsed) }
        return value
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
