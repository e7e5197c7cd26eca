import AttacheCore
import AttacheSystem
import Glibc

/// An open file that nobody can see under a store's name yet.
///
/// Where the file system can, it has no name at all, so that the kernel removes it whatever happens to the process;
/// elsewhere it has an exclusive name among the unfinished files, and a lock that tells others it is alive.
struct SpoolFile: Sendable {
    /// The directory of unfinished files.
    static let directoryName = ".spool"
    /// `O_TMPFILE`, a macro of several parts that Swift does not import; https://man7.org/linux/man-pages/man2/open.2.html
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    let descriptor: FileDescriptor
    /// The name among the unfinished files, where it has one.
    let name: String?

    /// Opens a file without a name.
    ///
    /// - Parameter directory: The store.
    /// - Returns: `nil` when the file system or the kernel does not support it.
    /// - Throws: `SystemCallError` when the disk or the descriptor table does not allow it.
    static func openUnnamed(in directory: StoreDirectory) throws(SystemCallError) -> SpoolFile? {
        let flags = unnamed | O_RDWR | O_CLOEXEC
        let number = unsafe openat(directory.root.number, ".", flags, directory.fileMode)
        if number < 0 {
            // What open(2) names for kernels and file systems without it.
            if [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) { return nil }
            throw SystemCallError(operation: "create a spool file in", path: directory.path, code: errno)
        }
        return try SpoolFile(FileDescriptor(number), name: nil, in: directory)
    }

    /// Opens a file with an exclusive name among the unfinished files.
    ///
    /// - Parameter directory: The store.
    /// - Returns: The file; it holds a lock as long as it lives.
    /// - Throws: `SystemCallError` when the disk or the descriptor table does not allow it.
    static func openNamed(in directory: StoreDirectory) throws(SystemCallError) -> SpoolFile {
        let unfinished = try directory.open(directoryName)
        while true {
            let name = freshName()
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let number = unsafe openat(unfinished.number, name, flags, directory.fileMode)
            if number >= 0 {
                // The kernel drops the lock with the last descriptor, so a file without one has no owner.
                flock(number, LOCK_EX | LOCK_NB)
                return try SpoolFile(FileDescriptor(number), name: name, in: directory)
            }
            guard errno == EEXIST else {
                let path = "\(directory.path)/\(directoryName)"
                throw SystemCallError(operation: "create a spool file in", path: path, code: errno)
            }
        }
    }

    /// A name that is very probably free.
    static func freshName() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 16) + String(random.next() as UInt64, radix: 16)
    }

    private init(_ descriptor: FileDescriptor, name: String?, in directory: StoreDirectory) throws(SystemCallError) {
        self.descriptor = descriptor
        self.name = name
        // The mask of the process may have taken away what the configuration grants.
        if directory.fileMode != 0o600, fchmod(descriptor.number, directory.fileMode) != 0 {
            let code = errno
            removeName(in: directory)
            throw SystemCallError(operation: "set the mode of a spool file in", path: directory.path, code: code)
        }
    }

    /// Removes the name, if there is one; the space goes with the last descriptor.
    func removeName(in directory: StoreDirectory) {
        guard let name, let unfinished = directory.openExisting(Self.directoryName) else { return }
        _ = unsafe unlinkat(unfinished.number, name, 0)
    }
}

/// A complete body that is to be stored.
struct SpoolContent: Sendable {
    /// Where its bytes are.
    enum Place: Sendable {
        /// Nowhere on the disk yet.
        case memory([UInt8])
        /// In a file that nobody can see under a store's name yet.
        case file(SpoolFile)
    }

    let place: Place
    /// SHA-256 in lower-case hexadecimal.
    let digest: String
    let byteCount: Int

    /// The bytes in a file, which is written now if it was not before.
    ///
    /// - Parameter directory: The store.
    /// - Returns: The file; the caller removes its name.
    /// - Throws: `SystemCallError` when the disk or the descriptor table does not allow it.
    func file(in directory: StoreDirectory) throws(SystemCallError) -> SpoolFile {
        switch place {
        case .file(let file): return file
        case .memory(let bytes):
            let file = try directory.openSpoolFile()
            let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: file.descriptor.number) }
            guard code == 0 else {
                file.removeName(in: directory)
                throw SystemCallError(operation: "write to the store", path: directory.path, code: code)
            }
            return file
        }
    }

    /// Removes the name of the file, where there is one.
    func removeName(in directory: StoreDirectory) {
        if case .file(let file) = place { file.removeName(in: directory) }
    }
}

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
