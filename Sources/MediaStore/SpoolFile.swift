import AttacheCore
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
    /// - Throws: `StoreError` when the disk or the descriptor table does not allow it.
    static func openUnnamed(in directory: StoreDirectory) throws(StoreError) -> SpoolFile? {
        let flags = unnamed | O_RDWR | O_CLOEXEC
        let number = unsafe openat(directory.root.number, ".", flags, directory.fileMode)
        if number < 0 {
            // What open(2) names for kernels and file systems without it.
            if [EOPNOTSUPP, EISDIR, ENOENT, EINVAL].contains(errno) { return nil }
            throw StoreError(operation: "create a spool file in", path: directory.path, code: errno)
        }
        return try SpoolFile(FileDescriptor(number), name: nil, in: directory)
    }

    /// Opens a file with an exclusive name among the unfinished files.
    ///
    /// - Parameter directory: The store.
    /// - Returns: The file; it holds a lock as long as it lives.
    /// - Throws: `StoreError` when the disk or the descriptor table does not allow it.
    static func openNamed(in directory: StoreDirectory) throws(StoreError) -> SpoolFile {
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
                throw StoreError(operation: "create a spool file in", path: path, code: errno)
            }
        }
    }

    /// A name that is very probably free.
    static func freshName() -> String {
        var random = SystemRandomNumberGenerator()
        return String(random.next() as UInt64, radix: 16) + String(random.next() as UInt64, radix: 16)
    }

    private init(_ descriptor: FileDescriptor, name: String?, in directory: StoreDirectory) throws(StoreError) {
        self.descriptor = descriptor
        self.name = name
        // The mask of the process may have taken away what the configuration grants.
        if directory.fileMode != 0o600, fchmod(descriptor.number, directory.fileMode) != 0 {
            let code = errno
            removeName(in: directory)
            throw StoreError(operation: "set the mode of a spool file in", path: directory.path, code: code)
        }
    }

    /// Removes the name, if there is one; the space goes with the last descriptor.
    func removeName(in directory: StoreDirectory) {
        guard let name, let unfinished = directory.openExisting(Self.directoryName) else { return }
        _ = unsafe unlinkat(unfinished.number, name, 0)
    }

    /// Appends bytes.
    ///
    /// - Parameter buffer: The bytes.
    /// - Returns: 0, or the system's `errno`.
    func write(_ buffer: UnsafeRawBufferPointer) -> Int32 {
        var rest = unsafe buffer
        while unsafe !rest.isEmpty {
            // Unsafe, and right: the kernel reads within the caller's span, which outlives the call.
            let count = unsafe Glibc.write(descriptor.number, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return errno }
            // A regular file that takes nothing and says nothing has no room.
            if count == 0 { return ENOSPC }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return 0
    }
}
