import AttacheCore
import AttacheSystem
import Glibc

/// An open file that has no name in the store yet.
///
/// If the file system supports it, the file has no name at all, so that the kernel removes it even if the process
/// crashes; otherwise it has an exclusive name among the unfinished files, and a lock that marks it as in use.
struct SpoolFile: Sendable {
    /// The directory of unfinished files.
    static let directoryName = ".spool"
    /// `O_TMPFILE`, a macro of several parts that Swift does not import; https://man7.org/linux/man-pages/man2/open.2.html
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    let descriptor: FileDescriptor
    /// The name among the unfinished files, if any.
    let name: String?

    /// Opens a file without a name; returns `nil` when the file system or the kernel does not support it.
    static func openUnnamed(in directory: StoreDirectory) throws(SystemCallError) -> SpoolFile? {
        let flags = unnamed | O_RDWR | O_CLOEXEC
        let number = unsafe openat(directory.root.number, ".", flags, directory.fileMode)
        if number < 0 {
            // The errors of open(2) for kernels and file systems without it.
            if [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) { return nil }
            throw SystemCallError(operation: "create a spool file in", path: directory.path, code: errno)
        }
        return try SpoolFile(FileDescriptor(number), name: nil, in: directory)
    }

    /// Opens a file with an exclusive name among the unfinished files; it holds a lock while it is open.
    static func openNamed(in directory: StoreDirectory) throws(SystemCallError) -> SpoolFile {
        let unfinished = try directory.open(directoryName)
        while true {
            let name = freshName()
            let flags = O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
            let number = unsafe openat(unfinished.number, name, flags, directory.fileMode)
            if number >= 0 {
                // The kernel drops the lock with the last descriptor, so an unlocked file has no owner.
                flock(number, LOCK_EX | LOCK_NB)
                return try SpoolFile(FileDescriptor(number), name: name, in: directory)
            }
            guard errno == EEXIST else {
                let path = "\(directory.path)/\(directoryName)"
                throw SystemCallError(operation: "create a spool file in", path: path, code: errno)
            }
        }
    }

    /// A random name, which is very probably free.
    static func freshName() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 16) + String(random.next() as UInt64, radix: 16)
    }

    private init(_ descriptor: FileDescriptor, name: String?, in directory: StoreDirectory) throws(SystemCallError) {
        self.descriptor = descriptor
        self.name = name
        // The umask of the process may have removed bits of the configured mode.
        if directory.fileMode != 0o600, fchmod(descriptor.number, directory.fileMode) != 0 {
            let code = errno
            removeName(in: directory)
            throw SystemCallError(operation: "set the mode of a spool file in", path: directory.path, code: code)
        }
    }

    /// Removes the name, if any; the space is freed with the last descriptor.
    func removeName(in directory: StoreDirectory) {
        guard let name, let unfinished = directory.openExisting(Self.directoryName) else { return }
        _ = unsafe unlinkat(unfinished.number, name, 0)
    }
}

/// A complete body to store.
struct SpoolContent: Sendable {
    /// The location of the bytes.
    enum Place: Sendable {
        /// Not on disk yet.
        case memory([UInt8])
        /// In a file that has no name in the store yet.
        case file(SpoolFile)
    }

    let place: Place
    /// SHA-256 in lower-case hexadecimal.
    let digest: String
    let byteCount: Int

    var isInMemory: Bool { if case .memory = place { true } else { false } }

    /// Returns a file with the bytes, written now if necessary; the caller removes its name.
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

    func removeName(in directory: StoreDirectory) {
        if case .file(let file) = place { file.removeName(in: directory) }
    }
}

/// Unfinished files of dead processes. Only named files can remain; the kernel removes the others with their process.
struct LeftoverSpools {
    /// The minimum age in seconds, far above the longest download of 30 seconds.
    private static let age = 600

    let directory: StoreDirectory

    /// Removes old files without an owner, and returns their number.
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
            // A live owner holds the lock.
            guard flock(descriptor.number, LOCK_EX | LOCK_NB) == 0 else { continue }
            if unsafe unlinkat(unfinished.number, name, 0) == 0 { count += 1 }
        }
        return count
    }
}
