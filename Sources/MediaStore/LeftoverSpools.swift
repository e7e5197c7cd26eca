import Glibc

/// Unfinished files whose process is gone.
///
/// Only named ones can be left over; a file without a name goes with its process.
struct LeftoverSpools {
    /// How old a file must be: much more than any download takes, 30 seconds.
    private static let age = 600

    let directory: StoreDirectory

    /// Removes those that are old and that nobody holds.
    ///
    /// - Returns: How many.
    @discardableResult
    func remove() -> Int {
        guard let unfinished = directory.openExisting(SpoolFile.directoryName) else { return 0 }
        var count = 0
        for name in DirectoryListing.names(of: unfinished) {
            let number = unsafe openat(unfinished.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let descriptor = FileDescriptor(number)
            var status = stat()
            guard unsafe fstat(descriptor.number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            guard time(nil) - status.st_mtim.tv_sec > Self.age else { continue }
            // The owner, if it lives, holds the lock.
            guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else { continue }
            if unsafe unlinkat(unfinished.number, name, 0) == 0 { count += 1 }
        }
        return count
    }
}
