import AttacheSystem

/// Knows the keys that an index cannot have, so that a look-up of a new URL needs no query.
///
/// Other processes may add keys: theirs are known after the next check, and until then cost a request to the origin.
final class KnownKeys: Sendable {
    private struct State {
        /// The keys that this process has saved, also those that wait to be written.
        var own = KeyFilter(count: 0)
        /// The keys that were in the index when they were loaded; `nil` before that.
        var loaded: KeyFilter?
        var lookUpCount = 0
        /// The number of the last change by another process that `loaded` contains.
        var version: Int?
        var nextCheck: ContinuousClock.Instant
        /// Counts how often `own` was dropped.
        var generation = 0
        var isChecking = false
    }

    /// The number of look-ups after which the keys are loaded: a program with one payload needs only one.
    static let loadingCount = 64
    /// The time between two checks for keys of other processes.
    static let checkInterval = Duration.seconds(5)

    private let database: SQLiteDatabase
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Locked<State>

    /// Creates the register of an open index; an empty one needs no queries from the start.
    init(of database: SQLiteDatabase, now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.database = database
        self.now = now
        let version = (try? Self.versionIfEmpty(database)) ?? nil
        state = Locked(
            State(
                loaded: version.map { _ in KeyFilter(count: 0) },
                version: version,
                nextCheck: version == nil ? now() : now() + Self.checkInterval
            )
        )
    }

    /// The number of the last change of an empty index; `nil` when it has entries.
    private static func versionIfEmpty(_ database: SQLiteDatabase) throws(SQLiteError) -> Int? {
        try database.access { connection throws(SQLiteError) in
            // Read first, so that an entry that is added in between counts as a change.
            let version = try connection.number("PRAGMA data_version")
            for table in ["media", "failure"] {
                let hasEntry = try connection.number("SELECT EXISTS (SELECT 1 FROM \(table))") != 0
                if hasEntry { return nil }
            }
            return version
        }
    }

    /// Whether the index may have a key.
    func mayContain(_ key: String) -> Bool {
        state.withLock { state in
            state.lookUpCount += 1
            guard let loaded = state.loaded else { return true }
            return state.own.mayContain(key) || loaded.mayContain(key)
        }
    }

    func insert(_ key: String) {
        state.withLock { state in
            state.own.insert(key)
            guard state.own.isFull else { return }
            // They are in the index by now, but for a few, which cost a request.
            state.own = KeyFilter(count: 0)
            state.generation += 1
            state.nextCheck = now()
            (state.loaded, state.version) = (nil, nil)
        }
    }

    /// Whether `check()` is due; after `true` the caller runs it.
    func beginCheckIfDue() -> Bool {
        state.withLock { state in
            guard !state.isChecking, state.lookUpCount >= Self.loadingCount else { return false }
            state.isChecking = state.nextCheck <= now()
            return state.isChecking
        }
    }

    /// Loads the keys unless no other process has changed the index; it waits for the disk. After an error every key is
    /// looked up.
    func check() {
        let (known, generation) = state.withLock { ($0.version, $0.generation) }
        let began = now()
        let loaded = try? load(unless: known)
        state.withLock { state in
            state.isChecking = false
            let ended = now()
            // A large index is loaded less often.
            state.nextCheck = ended + max(Self.checkInterval, began.duration(to: ended) * 10)
            // Keys of this process that were dropped meanwhile may be missing in what was loaded.
            guard let loaded, state.generation == generation else { return (state.loaded, state.version) = (nil, nil) }
            state.version = loaded.version
            if let filter = loaded.filter { state.loaded = filter }
        }
    }

    private func load(unless known: Int?) throws(SQLiteError) -> (version: Int, filter: KeyFilter?) {
        // On the connection that writes, for which the changes of this process do not count.
        let version = try database.access { connection throws(SQLiteError) in
            try connection.number("PRAGMA data_version")
        }
        if version == known { return (version, nil) }
        // On another one, so that nothing waits to be written meanwhile; later changes have another number.
        return try database.read { connection throws(SQLiteError) in
            let count = "SELECT (SELECT count(*) FROM media) + (SELECT count(*) FROM failure)"
            var filter = KeyFilter(count: try connection.number(count))
            for table in ["media", "failure"] {
                try connection.statement("SELECT key FROM \(table)").each { row throws(SQLiteError) in
                    filter.insert(try row.value(0))
                    return true
                }
            }
            return (version, filter)
        }
    }
}

/// A Bloom filter: it may have a key that was never inserted, and never lacks one that was.
struct KeyFilter {
    /// The bits of each key, which make a wrong answer less likely than one in a thousand.
    private static let bitsPerKey = 16
    private static let hashCount = 6

    private var words: [UInt64]
    private let capacity: Int
    private var count = 0

    /// Creates a filter with room for twice `count` keys.
    init(count: Int) {
        var bits = 1 << 20
        while bits < 2 * count * Self.bitsPerKey { bits *= 2 }
        words = [UInt64](repeating: 0, count: bits / 64)
        capacity = bits / Self.bitsPerKey
    }

    /// Whether wrong answers become likely.
    var isFull: Bool { count > capacity }

    mutating func insert(_ key: String) {
        count += 1
        for bit in bits(of: key) { words[bit >> 6] |= 1 << UInt64(bit & 63) }
    }

    func mayContain(_ key: String) -> Bool {
        bits(of: key).allSatisfy { words[$0 >> 6] & 1 << UInt64($0 & 63) != 0 }
    }

    /// The places of a key: multiples of one half of its hash, from the other half on.
    private func bits(of key: String) -> some Sequence<Int> {
        var hasher = Hasher()
        hasher.combine(key)
        let hash = UInt64(bitPattern: Int64(hasher.finalize()))
        let (start, step) = (hash & 0xFFFF_FFFF, hash >> 32 | 1)
        let mask = UInt64(words.count * 64 - 1)
        return (0..<UInt64(Self.hashCount)).lazy.map { Int((start &+ $0 &* step) & mask) }
    }
}
