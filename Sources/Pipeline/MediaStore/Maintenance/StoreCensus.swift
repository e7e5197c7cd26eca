import AttacheSystem
import Glibc

/// The size of a store and its oldest files, in memory that does not grow with the store.
struct StoreCensus {
    /// A candidate for eviction.
    struct File {
        let shardName: String
        let name: String
        let byteCount: Int
        /// The time of the last store or use, in nanoseconds.
        let used: Int
        /// The only client that uses it; `nil` for several, or when that is unknown.
        let user: Int?

        /// Whether it was neither stored nor used at a second since 1970 or later.
        func isOlder(than second: time_t) -> Bool { used < second * 1_000_000_000 }
    }

    /// A limit of files kept.
    private static let capacity = 8192

    /// The size of all stored files.
    private(set) var byteCount = 0
    /// The bytes that only one client uses, by client.
    private(set) var shares: [Int: Int] = [:]
    /// Whether there are more candidates than are kept.
    private(set) var hasMore = false
    private var files: [File] = []
    /// Files that are counted, but not kept.
    private let pins: PinnedDigests
    private let isCandidate: (File) -> Bool

    /// Creates an empty census that keeps the oldest candidates.
    init(pins: PinnedDigests = PinnedDigests(), where isCandidate: @escaping (File) -> Bool) {
        self.pins = pins
        self.isCandidate = isCandidate
    }

    /// The oldest candidates, the oldest first.
    var oldest: [File] { files.sorted(by: Self.isOlder) }

    /// Counts a store's files; names of another form are ignored.
    mutating func count(_ directory: StoreDirectory) {
        let users = directory.users.isEmpty ? nil : directory.users
        for shardName in StoreDirectory.shardNames {
            guard let shard = directory.openExisting(shardName) else { continue }
            for name in DirectoryListing.names(of: shard) where Self.isStored(name, in: shardName) {
                var status = stat()
                guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                guard status.st_mode & S_IFMT == S_IFREG else { continue }
                byteCount += Int(status.st_size)
                let file = File(
                    shardName: shardName,
                    name: name,
                    byteCount: Int(status.st_size),
                    used: Self.used(status),
                    user: users?.onlyUser(of: name)
                )
                if let user = file.user { shares[user, default: 0] += file.byteCount }
                if isCandidate(file), !pins.contains(name) { remember(file) }
            }
        }
    }

    /// The time of the last use, in nanoseconds.
    static func used(_ status: stat) -> Int {
        status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    private mutating func remember(_ file: File) {
        files.append(file)
        guard files.count == 2 * Self.capacity else { return }
        files.sort(by: Self.isOlder)
        files.removeLast(Self.capacity)
        hasMore = true
    }

    private static func isOlder(_ left: File, _ right: File) -> Bool {
        (left.used, left.name) < (right.used, right.name)
    }

    /// Whether a name has the form of a stored file's name.
    static func isStored(_ name: String, in shardName: String) -> Bool {
        let digest = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return digest.count == 64 && name.hasPrefix(shardName)
    }
}

/// The stored files, read shard by shard, so that memory does not grow with the store.
struct StoreInventory {
    struct File {
        let shardName: String
        let name: String
        let byteCount: Int
        /// The time of the last store or use, in seconds since 1970.
        let used: Int

        /// SHA-256 in hexadecimal, from the name.
        var digest: String { String(name.prefix(64)) }
    }

    let directory: StoreDirectory

    /// The files of shard 0 to 255 in the order of their names, and the names of foreign files.
    func files(ofShard index: Int) -> (files: [File], foreign: [String]) {
        let shardName = StoreDirectory.shardNames[index]
        guard let shard = directory.openExisting(shardName) else { return ([], []) }
        var files: [File] = []
        var foreign: [String] = []
        for name in DirectoryListing.names(of: shard).sorted() {
            var status = stat()
            guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            guard status.st_mode & S_IFMT == S_IFREG, StoreCensus.isStored(name, in: shardName) else {
                foreign.append("\(shardName)/\(name)")
                continue
            }
            files.append(
                File(
                    shardName: shardName,
                    name: name,
                    byteCount: Int(status.st_size),
                    used: status.st_mtim.tv_sec
                )
            )
        }
        return (files, foreign)
    }
}
