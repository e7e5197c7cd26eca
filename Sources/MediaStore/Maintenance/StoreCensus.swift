import AttacheSystem
import Glibc

/// The size of a store and its oldest files, in memory that does not grow with the store.
struct StoreCensus {
    /// A file that could be evicted.
    struct File {
        let shardName: String
        let name: String
        let byteCount: Int
        /// When it was stored or used last, in nanoseconds.
        let used: Int
    }

    /// How many files are remembered.
    private static let capacity = 8192

    /// The size of all stored files together.
    private(set) var byteCount = 0
    /// Whether there are more unprotected files than are remembered.
    private(set) var hasMore = false
    private var files: [File] = []
    private let protectedSince: time_t
    private let pins: PinnedDigests

    /// Prepares a census.
    ///
    /// - Parameters:
    ///   - protectedSince: Files used at this second of the epoch or later are counted but not remembered.
    ///   - pins: Files that are counted but not remembered either.
    init(protectedSince: time_t, pins: PinnedDigests = PinnedDigests()) {
        self.protectedSince = protectedSince
        self.pins = pins
    }

    /// The oldest unprotected files, the oldest first.
    var oldest: [File] { files.sorted(by: Self.isOlder) }

    /// Counts a store's files; what has not the form of a stored file is not looked at.
    ///
    /// - Parameter directory: The store.
    mutating func count(_ directory: StoreDirectory) {
        for shardName in StoreDirectory.shardNames {
            guard let shard = directory.openExisting(shardName) else { continue }
            for name in DirectoryListing.names(of: shard) where Self.isStored(name, in: shardName) {
                var status = stat()
                guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
                guard status.st_mode & S_IFMT == S_IFREG else { continue }
                byteCount += Int(status.st_size)
                guard status.st_mtim.tv_sec < protectedSince, !pins.contains(name) else { continue }
                remember(
                    File(shardName: shardName, name: name, byteCount: Int(status.st_size), used: Self.used(status))
                )
            }
        }
    }

    /// When a file was used last.
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

    /// Whether a name has the form of a stored file's.
    static func isStored(_ name: String, in shardName: String) -> Bool {
        let digest = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return digest.count == 64 && name.hasPrefix(shardName)
    }
}

/// Looks at what is stored, shard by shard, so that memory does not grow with the store.
struct StoreInventory {
    /// One stored file.
    struct File {
        let shardName: String
        let name: String
        let byteCount: Int
        /// When it was stored or used last, in seconds since 1970.
        let used: Int

        /// SHA-256 in hexadecimal, as the name says.
        var digest: String { String(name.prefix(64)) }
    }

    let directory: StoreDirectory

    /// The files of one shard, in the order of their names.
    ///
    /// - Parameter index: 0 to 255.
    /// - Returns: The files, and the names of whatever else is there.
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
