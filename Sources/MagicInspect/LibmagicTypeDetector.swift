package import AttacheCore
package import AttacheSystem

/// Type detection with libmagic in this process: a few cookies, opened on first use and called on the worker threads.
///
/// Each cookie maps the whole database of 8 MB, of which a guess touches most, so there are few: one answers some ten
/// thousand requests a second. A crash in libmagic ends the process; the disabled checks and the limits avoid the parts
/// that have crashed.
package final class LibmagicTypeDetector: TypeDetecting {
    private let database: MagicDatabase
    private let workers: WorkerPool
    private let slots: [Locked<MagicCookie?>]
    private let loads: Locked<[Int]>
    private let isPrepared = Locked(false)

    /// Creates the detector without loading the database. `workers` run libmagic, which blocks; `cookieLimit` is at
    /// least 1.
    package init(database: MagicDatabase, workers: WorkerPool, cookieLimit: Int = 2) {
        self.database = database
        self.workers = workers
        slots = (0..<max(1, cookieLimit)).map { _ in Locked(nil) }
        loads = Locked(Array(repeating: 0, count: max(1, cookieLimit)))
    }

    package func prepare() async {
        let isFirst = isPrepared.withLock { isPrepared in
            defer { isPrepared = true }
            return !isPrepared
        }
        // An invalid database shows at the first request, which then has no answer.
        if isFirst { try? await warmUp() }
    }

    /// Loads the database before the first request, or nothing after the shutdown of the pool; run it beside the
    /// transfer with `async let`.
    package func warmUp() async throws(SurroundingsError) {
        let outcome = await workers.run { () -> Result<Void, SurroundingsError> in
            // Guessing bytes without a signature loads all of the database that will be needed.
            Result { () throws(SurroundingsError) in
                _ = try self.guess(Array(repeating: 0xA5, count: 64))
            }
        }
        try outcome?.get()
    }

    package func mimeType(of prefix: [UInt8]) async -> String? {
        await workers.run { self.blockingMimeType(of: prefix) } ?? nil
    }

    package var immediate: (@Sendable (_ prefix: [UInt8]) -> String?)? { blockingMimeType }

    /// Detects the type on the calling thread, which may block while the database is loaded.
    package func blockingMimeType(of prefix: [UInt8]) -> String? {
        // A database that became invalid after the start counts as a failure of libmagic; `warmUp()` reports it.
        try? guess(prefix)
    }

    private func guess(_ prefix: [UInt8]) throws(SurroundingsError) -> String? {
        let slot = takeSlot()
        defer { loads.withLock { $0[slot] -= 1 } }
        let database = self.database
        return try slots[slot].withLock { cookie throws(SurroundingsError) in
            if let cookie { return cookie.mimeType(of: prefix) }
            let opened = try MagicCookie(database: database)
            cookie = opened
            return opened.mimeType(of: prefix)
        }
    }

    /// Returns the first slot that at most one job uses: waiting for one short answer is cheaper than opening another
    /// cookie.
    private func takeSlot() -> Int {
        loads.withLock { loads in
            let slot = loads.firstIndex { $0 < 2 } ?? loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[slot] += 1
            return slot
        }
    }
}
