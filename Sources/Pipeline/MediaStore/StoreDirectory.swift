import AttacheCore
import AttacheSystem
import Glibc

/// The store's directory tree: the root, its shards, 256 at most, and the directory of unfinished files.
final class StoreDirectory: Sendable {
    /// The absolute path of the root.
    let path: String
    let root: FileDescriptor
    let fileMode: mode_t
    private let directoryMode: mode_t
    /// Directories whose entries may not be on disk yet.
    private let unsynchronized: Locked<[FileDescriptor]>
    /// The open shards by name: a run uses all 256 of them repeatedly.
    private let shards = Locked<[String: FileDescriptor]>([:])
    /// A limit of shards that stay open.
    private let openLimit = DescriptorBudget.current.openDirectories
    /// The first use of the store by this boot.
    let boot: BootMark
    /// Files that this process knows to be on disk.
    let durable = DurableFiles()
    /// The clients that use files.
    let users = FileUsers()
    /// Whether the file system supports files without names; checked once.
    private let hasUnnamedFiles: Locked<Bool>

    /// Opens the directory, and creates it and its parents if missing; throws when it is not a directory.
    init(_ configuration: StoreConfiguration) throws(SystemCallError) {
        path = try configuration.absolutePath()
        fileMode = mode_t(configuration.fileMode)
        directoryMode = mode_t(configuration.directoryMode)
        let parents = try Self.create(path, mode: directoryMode)
        let number = unsafe Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { throw SystemCallError(operation: "open the store", path: path, code: errno) }
        root = FileDescriptor(number)
        boot = BootMark(in: root, mode: fileMode)
        unsynchronized = Locked(parents)
        // Giving a name to an unnamed file goes through /proc, which a container may lack.
        hasUnnamedFiles = Locked(unsafe access("/proc/self/fd", X_OK) == 0)
    }

    /// Opens an empty file on the store's own file system that has no name in the store yet.
    func openSpoolFile() throws(SystemCallError) -> SpoolFile {
        if hasUnnamedFiles.withLock({ $0 }) {
            if let file = try SpoolFile.openUnnamed(in: self) { return file }
            hasUnnamedFiles.withLock { $0 = false }
        }
        return try SpoolFile.openNamed(in: self)
    }

    /// Opens a shard, which is created if missing and stays open; a symbolic link is not followed.
    func shard(_ name: String) throws(SystemCallError) -> FileDescriptor {
        if let descriptor = shards.withLock({ $0[name] }) { return descriptor }
        let descriptor = try open(name)
        // When descriptors are few, transfers need them more.
        shards.withLock { if $0.count < openLimit { $0[name] = descriptor } }
        return descriptor
    }

    /// Drops an open shard that may have been removed, so that the next use opens it again.
    func forgetShard(_ name: String) {
        shards.withLock { $0[name] = nil }
    }

    /// Opens a directory of the store, and creates it if missing; a symbolic link is not followed.
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

    /// Opens a directory of the store; returns `nil` with the reason in `errno` when it is missing.
    func openExisting(_ name: String) -> FileDescriptor? {
        let number = unsafe openat(root.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }

    /// Writes a new entry of a shard to disk, and new entries of the directories above it; returns 0 or `errno`.
    func synchronize(_ shard: FileDescriptor) -> Int32 {
        // The shard goes first: on journalling file systems its wait covers the others, which then cost little.
        let code = shard.synchronize()
        return code == 0 ? synchronizeParents() : code
    }

    /// Writes the entries of new directories to disk; returns 0 or `errno`.
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

    /// Creates a directory and its parents; returns the directories that got a new entry.
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
        // Some file systems, such as /proc, report "no such file" for an existing parent: retried once only.
        guard code == ENOENT, !hasParents, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
            throw SystemCallError(operation: "create the store", path: path, code: code)
        }
        let parents = try create(String(path[..<slash]), mode: mode)
        return parents + (try create(path, mode: mode, hasParents: true))
    }
}

enum DirectoryListing {
    /// Lists an open directory, which stays open: names that do not begin with a full stop, in no order; empty when it
    /// cannot be read.
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
