package import AttacheCore
package import AttacheSystem

/// libmagic as the second opinion: a few cookies, opened when they are first needed, asked on the worker threads.
///
/// Each cookie maps the whole database of 8 MB, of which a guess touches most, so there are few of them: one answers
/// some ten thousand times a second. A crash in libmagic takes the process with it; the switched-off checks and the
/// limits keep away from the parts where that has happened.
package final class LibmagicTypeDetector: TypeDetecting {
    private let database: MagicDatabase
    private let workers: WorkerPool
    private let slots: [Locked<MagicCookie?>]
    /// How many jobs use or wait for each slot.
    private let loads: Locked<[Int]>
    private let isPrepared = Locked(false)

    /// Creates the guesser; libmagic is not touched before `warmUp()` or the first question.
    ///
    /// - Parameters:
    ///   - database: The database.
    ///   - workers: Where libmagic is called, for it blocks.
    ///   - cookieLimit: Cookies at most, 1 or more.
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
        // What is wrong with the database shows at the first question, which then has no answer.
        if isFirst { try? await warmUp() }
    }

    /// Loads the database ahead of the first question; run it beside the transfer, as `async let`.
    ///
    /// - Throws: `SurroundingsError` when the database cannot be loaded. A pool that is shut down loads nothing.
    package func warmUp() async throws(SurroundingsError) {
        let outcome = await workers.run { () -> Result<Void, SurroundingsError> in
            // A guess at bytes without a signature reads all of the database that will be needed.
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

    /// Guesses on the calling thread, which may block for the load of the database.
    ///
    /// - Parameter prefix: The first bytes of the file.
    /// - Returns: As `mimeType(of:)`.
    package func blockingMimeType(of prefix: [UInt8]) -> String? {
        // A database that went bad after the start is "the library failed"; `warmUp()` is where it is told.
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

    /// The first slot that at most one job uses: waiting for one short answer is cheaper than opening another cookie.
    private func takeSlot() -> Int {
        loads.withLock { loads in
            let slot = loads.firstIndex { $0 < 2 } ?? loads.indices.min { loads[$0] < loads[$1] } ?? 0
            loads[slot] += 1
            return slot
        }
    }
}
