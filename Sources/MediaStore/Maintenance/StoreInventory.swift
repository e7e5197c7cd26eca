import Glibc

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
