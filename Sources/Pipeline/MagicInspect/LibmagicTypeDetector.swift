package import AttacheCore
package import AttacheSystem
import CMagic

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

    package func ask(_ prefix: [UInt8]) -> TypeQuestion {
        let question = TypeQuestion()
        // Never on the caller's thread: libmagic has hung on crafted files.
        if !workers.start({ question.end(with: self.blockingMimeType(of: prefix)) }) { question.end(with: nil) }
        return question
    }

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
            if let cookie { return cookie.mimeType(of: prefix.span) }
            let opened = try MagicCookie(database: database)
            cookie = opened
            return opened.mimeType(of: prefix.span)
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

/// One libmagic cookie with its database: used by one thread at a time, closed with its owner.
@safe final class MagicCookie {
    /// The limits of one answer; libmagic's defaults except for the number of bytes and the disabled parts.
    private static let limits: [(limit: Int32, value: Int)] = [
        (MAGIC_PARAM_BYTES_MAX, byteLimit),
        (MAGIC_PARAM_REGEX_MAX, 8_192),
        (MAGIC_PARAM_INDIR_MAX, 50),
        (MAGIC_PARAM_NAME_MAX, 50),
        (MAGIC_PARAM_ENCODING_MAX, 4_096),
        (MAGIC_PARAM_ELF_PHNUM_MAX, 16),
        (MAGIC_PARAM_ELF_SHNUM_MAX, 16),
        (MAGIC_PARAM_ELF_NOTES_MAX, 16),
    ]

    static let byteLimit = 32 * 1_024

    /// Opening cookies on two threads at once has crashed libmagic's users (hey-red/Mime #34), so only one opens at a
    /// time.
    private static let opening = Locked(())

    private let cookie: magic_t

    /// Opens a cookie and loads the database; throws `SurroundingsError` when libmagic rejects the database or a limit.
    init(database: MagicDatabase) throws(SurroundingsError) {
        // Unsafe, and right: this object is the handle's only owner; the lock only serialises the opening.
        unsafe cookie = try Self.opening.withLock { _ throws(SurroundingsError) in try unsafe Self.open(database) }
    }

    deinit {
        // Unsafe, and right: no other object has the handle, and its texts were copied.
        unsafe attache_magic_close(cookie)
    }

    /// Returns the MIME type, in lower case, of the first bytes of a file, or `nil` when libmagic failed. Bytes beyond
    /// `byteLimit` are ignored.
    func mimeType(of head: Span<UInt8>) -> String? {
        // Unsafe, and right: libmagic keeps neither pointer, and its text is copied before the next call.
        let text: String? = unsafe head.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            let length = min(buffer.count, Self.byteLimit)
            guard let answer = unsafe attache_magic_type(cookie, base, length) else { return nil }
            return unsafe String(cString: answer)
        }
        guard let text else { return head.isEmpty ? "application/x-empty" : nil }
        return text.prefix { $0 != ";" && $0 != " " }.lowercased()
    }

    private static func open(_ database: MagicDatabase) throws(SurroundingsError) -> magic_t {
        // Unsafe, and right: the handle is checked, closed on every failure and otherwise passed to its one owner.
        guard let cookie = unsafe attache_magic_open() else {
            throw MagicDatabase.Problem.noMemory.error(database.path)
        }
        for (limit, value) in limits {
            var taken = 0
            guard unsafe attache_magic_limit(cookie, limit, value) == 0,
                unsafe attache_magic_get_limit(cookie, limit, &taken) == 0, taken == value
            else {
                unsafe attache_magic_close(cookie)
                throw MagicDatabase.Problem.limitRejected.error(database.path, "limit \(limit)")
            }
        }
        guard unsafe attache_magic_load(cookie, database.path) == 0 else {
            let detail = unsafe attache_magic_failure(cookie).map { unsafe String(cString: $0) } ?? ""
            unsafe attache_magic_close(cookie)
            throw MagicDatabase.Problem.databaseRejected.error(database.path, detail)
        }
        return unsafe cookie
    }
}

/// The libmagic in use, which may be newer than the one at build time.
package enum MagicVersion {
    /// The version, such as `5.44`; libmagic reports it as 544.
    package static var text: String {
        let number = magic_version()
        let minor = number % 100
        return "\(number / 100).\(minor < 10 ? "0" : "")\(minor)"
    }
}
