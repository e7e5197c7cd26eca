import AttacheSystem
import Glibc

/// A stored file as a shard lists it.
struct StoredEntry {
    let shardName: String
    let name: String
    let byteCount: Int
    /// The time of the last store or use, in nanoseconds since 1970.
    let used: Int
    /// The clients that use it; none where that is unknown, and for files of nobody in particular.
    var users: [Int] = []

    /// SHA-256 in hexadecimal, from the name.
    var digest: Substring { name.prefix(64) }

    /// Reads the entry of a shard; `nil` for a file of another kind or name.
    init?(_ name: String, in shardName: String, _ status: stat) {
        guard Self.isStored(name, in: shardName), status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.shardName = shardName
        self.name = name
        byteCount = Int(status.st_size)
        used = Self.used(status)
    }

    /// Whether it was neither stored nor used at a second since 1970 or later.
    func isOlder(than second: time_t) -> Bool { used < second * 1_000_000_000 }

    /// The time of the last use, in nanoseconds since 1970; file systems have years beyond the range, which ends in 2262.
    static func used(_ status: stat) -> Int {
        let second = max(-9_000_000_000, min(status.st_mtim.tv_sec, 9_000_000_000))
        return second * 1_000_000_000 + status.st_mtim.tv_nsec
    }

    /// Whether a name has the form of a stored file's name.
    private static func isStored(_ name: String, in shardName: String) -> Bool {
        let digest = name.utf8.prefix { $0 != UInt8(ascii: ".") }
        return digest.count == 64 && name.hasPrefix(shardName)
    }
}

extension StoreDirectory {
    /// The names of the shards that exist, in order: the first two digits of the digests in them.
    var shardNames: [String] {
        DirectoryListing.names(of: root).filter { name in
            name.utf8.count == 2 && name.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        }
        .sorted()
    }

    /// The stored files of a shard in no order, and the names of foreign files. One shard at a time is in memory, so that it
    /// does not grow with the store.
    func entries(ofShard shardName: String) -> (files: [StoredEntry], foreign: [String]) {
        guard let shard = openExisting(shardName) else { return ([], []) }
        var (files, foreign): ([StoredEntry], [String]) = ([], [])
        for name in DirectoryListing.names(of: shard) {
            var status = stat()
            // It may have been evicted since it was listed.
            guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            if let file = StoredEntry(name, in: shardName, status) {
                files.append(file)
            } else {
                foreign.append("\(shardName)/\(name)")
            }
        }
        return (files, foreign)
    }
}
