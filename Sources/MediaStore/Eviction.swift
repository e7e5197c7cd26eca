import Glibc

/// Removes one stored file, unless somebody has used it since it was chosen.
struct Eviction {
    let file: StoreCensus.File
    let directory: StoreDirectory

    /// Evicts the file.
    ///
    /// Between looking at a file and removing it, another commit may decide to reuse it. So it is first taken out of
    /// sight, where nobody can touch it any more, and comes back if it was touched before.
    ///
    /// - Returns: Whether it is gone.
    func evict() -> Bool {
        guard let shard = directory.openExisting(file.shardName),
            let unfinished = try? directory.open(SpoolFile.directoryName)
        else { return false }
        let temporaryName = SpoolFile.freshName()
        guard unsafe renameat(shard.number, file.name, unfinished.number, temporaryName) == 0 else { return false }
        var status = stat()
        let isKnown = unsafe fstatat(unfinished.number, temporaryName, &status, AT_SYMLINK_NOFOLLOW) == 0
        let isUntouched = isKnown && StoreCensus.used(status) == file.used
        if !isUntouched { _ = unsafe linkat(unfinished.number, temporaryName, shard.number, file.name, 0) }
        _ = unsafe unlinkat(unfinished.number, temporaryName, 0)
        return isUntouched
    }
}
