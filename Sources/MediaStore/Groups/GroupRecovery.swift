import AttacheCore
import Glibc

/// Sees to what dead processes published and did not put on the disk any more.
///
/// If only the process died, the kernel still has every byte, and the disk gets them now. If the machine died, names may
/// stand for less than their files: what was published after the mark's time is hashed, and what is not what its name
/// says is removed. That leans on file times alone, so on a clock that was not set back meanwhile.
struct GroupRecovery {
    let directory: StoreDirectory

    /// Recovers; does nothing when there is no mark, which is the rule.
    func recover() {
        guard let marks = directory.openExisting(GroupMarker.directoryName) else { return }
        // One process recovers while the others that open the store wait, and no new mark is taken for a dead one's.
        guard flock(marks.number, LOCK_EX) == 0 else { return }
        var dead: [String] = []
        var suspectedSince: time_t?
        let boot = SystemBoot.identifier
        for name in DirectoryListing.names(of: marks) {
            let number = unsafe openat(marks.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let mark = FileDescriptor(number)
            var status = stat()
            // The owner, if it lives, holds the lock.
            guard unsafe fstat(number, &status) == 0, flock(number, LOCK_EX | LOCK_NB) == 0 else { continue }
            dead.append(name)
            if boot.isEmpty || SystemBoot.text(of: mark) != boot {
                suspectedSince = min(suspectedSince ?? .max, status.st_mtim.tv_sec)
            }
        }
        guard !dead.isEmpty else { return }
        if let suspectedSince { removeDamaged(since: suspectedSince) }
        // A mark that cannot be redeemed stays for the next one.
        guard directory.root.synchronizeFileSystem() == 0 else { return }
        for name in dead { _ = unsafe unlinkat(marks.number, name, 0) }
    }

    private func removeDamaged(since instant: time_t) {
        for shardName in StoreDirectory.shardNames {
            guard let shard = directory.openExisting(shardName) else { continue }
            for name in DirectoryListing.names(of: shard) where StoreCensus.isStored(name, in: shardName) {
                var status = stat()
                guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
                    status.st_mode & S_IFMT == S_IFREG, status.st_mtim.tv_sec >= instant,
                    digest("\(directory.path)/\(shardName)/\(name)") != String(name.prefix(64))
                else { continue }
                _ = unsafe unlinkat(shard.number, name, 0)
            }
        }
    }

    private func digest(_ path: String) -> String? {
        try? LocalMediaFile(path).digest()
    }
}
