import AttacheSystem

/// What this process knows of stored files: of the most recently used ones, at most of twice `capacity`.
///
/// With eight bytes for each file, the tables of the standard capacity have 2 MiB and 16 KiB: two of 65,536 places, and a bit
/// for each place. A file is identified by the hash of its name, of which no sender knows the seed.
final class RecentFiles<Value: Sendable>: Sendable {
    private struct State {
        var recent: [Int: Value] = [:]
        var earlier: [Int: Value] = [:]
    }

    /// The number of files kept at least, unless another one is given.
    static var standardCapacity: Int { 32_768 }

    /// The number of files kept at least.
    private let capacity: Int
    private let state = Locked(State())

    init(capacity: Int = RecentFiles.standardCapacity) {
        self.capacity = capacity
    }

    /// Whether nothing is known of any file.
    var isEmpty: Bool { state.withLock { $0.recent.isEmpty && $0.earlier.isEmpty } }

    /// What is known of a file, without a use of it.
    func value(of name: String) -> Value? {
        let key = name.hashValue
        return state.withLock { $0.recent[key] ?? $0.earlier[key] }
    }

    /// Uses a file: `change` gets what is known of it, and returns what is known afterwards.
    func use(_ name: String, _ change: (Value?) -> Value?) {
        let key = name.hashValue
        state.withLock { state in
            let known = state.recent[key] ?? state.earlier[key]
            guard let value = change(known) else { return }
            if state.recent[key] == nil, state.recent.count >= capacity {
                state.earlier = state.recent
                state.recent = [:]
            }
            state.recent[key] = value
        }
    }
}

/// Stored files that this process has seen on disk, so that a reuse need not wait for the disk.
///
/// A replacement by another process has another inode.
struct DurableFiles: Sendable {
    private let inodes: RecentFiles<UInt>

    init(capacity: Int = RecentFiles<UInt>.standardCapacity) {
        inodes = RecentFiles(capacity: capacity)
    }

    /// Whether a file of this name was known to be on disk, and by its current inode still is, unless that is `nil`.
    func contains(_ name: String, inode: UInt? = nil) -> Bool {
        var isKnown = false
        inodes.use(name) { known in
            isKnown = known != nil && (inode == nil || known == inode)
            return isKnown ? known : nil
        }
        return isKnown
    }

    /// Remembers a file whose bytes and name are on disk.
    func note(_ name: String, inode: UInt) { inodes.use(name) { _ in inode } }
}

/// The clients whose results name stored files, as far as this process knows.
///
/// The list of a file has some 48 bytes more than its place in the table.
struct FileUsers: Sendable {
    /// The clients of one file that are kept, the latest ones.
    static let limit = 16

    private let users = RecentFiles<[Int]>()

    /// Whether no file has a known user.
    var isEmpty: Bool { users.isEmpty }

    /// The clients that use a file; none where one of them is nobody in particular, or where they are unknown.
    func clients(of name: String) -> [Int] {
        guard let clients = users.value(of: name), !clients.contains(0) else { return [] }
        return clients
    }

    /// Records that a client, or 0 for nobody in particular, uses a file; after a user that is unknown here with `isSecond`.
    func note(_ name: String, client: Int, isSecond: Bool = false) {
        users.use(name) { known in
            guard let known = known ?? (isSecond ? [0] : nil) else { return client == 0 ? nil : [client] }
            guard !known.contains(client), !known.contains(0) else { return known }
            return known.suffix(Self.limit - 1) + [client]
        }
    }
}
