import AttacheCore
import AttacheSystem
import Glibc

/// The store's directory tree: the root, its 256 shards, and the place for files that are not finished.
final class StoreDirectory: Sendable {
    /// The names of the shards: the first two digits of the digests in them.
    static let shardNames = (0..<256).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }

    /// The absolute path of the root.
    let path: String
    /// The root.
    let root: FileDescriptor
    /// The mode of files.
    let fileMode: mode_t
    private let directoryMode: mode_t
    /// Directories whose own entries are not known to be on the disk yet.
    private let unsynchronized: Locked<[FileDescriptor]>
    /// The shards that were opened, by name: a run uses all 256 of them again and again.
    private let shards = Locked<[String: FileDescriptor]>([:])
    /// How many of them stay open.
    private let openLimit = DescriptorBudget.current.openDirectories
    /// Files that this process knows to be on the disk.
    let durable = DurableFiles()
    /// Whether the file system has files without names; asked once.
    private let hasUnnamedFiles: Locked<Bool>

    /// Opens the directory, and creates it and its parents where they are missing.
    ///
    /// - Parameter configuration: Where, and with which modes.
    /// - Throws: `SystemCallError` when it cannot be created or opened, or is no directory.
    init(_ configuration: StoreConfiguration) throws(SystemCallError) {
        path = try configuration.absolutePath()
        fileMode = mode_t(configuration.fileMode)
        directoryMode = mode_t(configuration.directoryMode)
        let parents = try Self.create(path, mode: directoryMode)
        let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError(operation: "open the store", path: path, code: errno) }
        root = FileDescriptor(number)
        unsynchronized = Locked(parents)
        // Giving a name to an unnamed file goes through /proc, which a container may lack.
        hasUnnamedFiles = Locked(unsafe access("/proc/self/fd", X_OK) == 0)
    }

    /// Opens a file that nobody can see under a store's name yet.
    ///
    /// - Returns: An empty file on the store's own file system.
    /// - Throws: `SystemCallError` when the disk or the descriptor table does not allow it.
    func openSpoolFile() throws(SystemCallError) -> SpoolFile {
        if hasUnnamedFiles.withLock({ $0 }) {
            if let file = try SpoolFile.openUnnamed(in: self) { return file }
            hasUnnamedFiles.withLock { $0 = false }
        }
        return try SpoolFile.openNamed(in: self)
    }

    /// A shard, which is created where it is missing and stays open.
    ///
    /// - Parameter name: The name of the shard.
    /// - Returns: The open directory; a symbolic link in its place is not followed.
    /// - Throws: `SystemCallError` when it cannot be had.
    func shard(_ name: String) throws(SystemCallError) -> FileDescriptor {
        if let descriptor = shards.withLock({ $0[name] }) { return descriptor }
        let descriptor = try open(name)
        // Few descriptors are better spent on transfers.
        shards.withLock { if $0.count < openLimit { $0[name] = descriptor } }
        return descriptor
    }

    /// Opens a shard anew the next time, since the one that was opened may have been removed.
    ///
    /// - Parameter name: The name of the shard.
    func forgetShard(_ name: String) {
        shards.withLock { $0[name] = nil }
    }

    /// Opens a directory of the store, and creates it where it is missing.
    ///
    /// - Parameter name: The name of a shard, of the place for unfinished files or of that for marks.
    /// - Returns: The open directory; a symbolic link in its place is not followed.
    /// - Throws: `SystemCallError` when it cannot be had.
    func open(_ name: String) throws(SystemCallError) -> FileDescriptor {
        if let descriptor = openExisting(name) { return descriptor }
        if errno == ENOENT {
            if unsafe mkdirat(root.number, name, directoryMode) == 0 {
                unsynchronized.withLock { waiting in
                    if !waiting.contains(where: { $0 === root }) { waiting.append(root) }
                }
            } else if errno != EEXIST {
                throw SystemCallError(
                    operation: "create a directory of the store",
                    path: "\(path)/\(name)",
                    code: errno
                )
            }
            if let descriptor = openExisting(name) { return descriptor }
        }
        throw SystemCallError(operation: "open a directory of the store", path: "\(path)/\(name)", code: errno)
    }

    /// Opens a directory of the store if it is there.
    ///
    /// - Parameter name: The name of a shard, or of the place for unfinished files.
    /// - Returns: The open directory, or `nil` with the reason in `errno`.
    func openExisting(_ name: String) -> FileDescriptor? {
        let number = unsafe openat(root.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }

    /// Puts a new entry of a shard on the disk, and the entries of the directories above it that are new as well.
    ///
    /// - Parameter shard: The directory with the new entry.
    /// - Returns: 0, or the system's `errno`.
    func synchronize(_ shard: FileDescriptor) -> Int32 {
        // The shard goes first: on journalling file systems its wait covers the others, which then cost next to nothing.
        let code = shard.synchronize()
        return code == 0 ? synchronizeParents() : code
    }

    /// Puts the entries of directories that are new on the disk.
    ///
    /// - Returns: 0, or the system's `errno`.
    func synchronizeParents() -> Int32 {
        let pending = unsynchronized.withLock { $0 }
        for directory in pending {
            let code = directory.synchronize()
            guard code == 0 else { return code }
        }
        if !pending.isEmpty {
            unsynchronized.withLock { waiting in
                waiting.removeAll { directory in pending.contains { $0 === directory } }
            }
        }
        return 0
    }

    /// Creates a directory and its parents.
    ///
    /// - Returns: The directories that got a new entry.
    private static func create(
        _ path: String,
        mode: mode_t,
        hasParents: Bool = false
    ) throws(SystemCallError) -> [FileDescriptor] {
        if unsafe mkdir(path, mode) == 0 {
            let parent = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
            let number = unsafe Glibc.open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            return number >= 0 ? [FileDescriptor(number)] : []
        }
        let code = errno
        if code == EEXIST { return [] }
        // Some file systems, /proc for one, say "no such file" of a parent that is there: asked once, not for ever.
        guard code == ENOENT, !hasParents, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw SystemCallError(operation: "create the store", path: path, code: code)
        }
        let parents = try create(String(path[..<slash]), mode: mode)
        return parents + (try create(path, mode: mode, hasParents: true))
    }
}

/// The names in a directory.
enum DirectoryListing {
    /// Lists a directory.
    ///
    /// - Parameter directory: An open directory; it stays open.
    /// - Returns: The names that do not begin with a full stop, in no order; empty when it cannot be read.
    static func names(of directory: FileDescriptor) -> [String] {
        // The stream takes a descriptor over and moves its position, so it gets its own.
        let number = unsafe openat(directory.number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return [] }
        guard let stream = unsafe fdopendir(number) else {
            close(number)
            return []
        }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            // Unsafe, and right: `d_name` ends in a zero byte and is copied before the next call of `readdir`.
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }
}
