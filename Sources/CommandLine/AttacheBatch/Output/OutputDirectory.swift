import AttacheDatabase
import AttacheSystem
import Glibc
import SystemPackage

/// The output directory of a run: results under the names of their inputs, and `.attache` with the run's own files.
///
/// A file is renamed into place when it is complete.
final class OutputDirectory: Sendable {
    static let ownName = ".attache"

    let path: FilePath
    /// `path` without links and relative parts.
    let absolutePath: String
    let own: FilePath
    /// Open and locked as long as this object lives.
    private let lock: Int32
    /// Open, for `syncfs`.
    private let descriptor: Int32
    /// Whether it was empty, or did not exist, before it was opened.
    let isNew: Bool
    /// Whether it did not exist before.
    private let isMade: Bool
    let madeDirectories = Locked<Set<FilePath>>([])

    var ledgerPath: String { own.appending("ledger.sqlite").string }

    /// Opens and locks the directory, and creates it if it does not exist. Throws `BatchError` when it is not writable,
    /// is not empty and not of a run, or is used by another process.
    init(_ text: String) throws(BatchError) {
        path = FilePath(text)
        own = path.appending(Self.ownName)
        isMade = unsafe path.withPlatformString { unsafe access($0, F_OK) } != 0
        try Self.make(path, mode: 0o755, for: text)
        isNew = try !Self.hasRun(path, for: text)
        let directory = unsafe path.withPlatformString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard directory >= 0 else { throw Self.fault(text, "opened", errno) }
        descriptor = directory
        absolutePath = unsafe path.withPlatformString { text in
            guard let resolved = unsafe realpath(text, nil) else { return unsafe String(cString: text) }
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
        do throws(BatchError) {
            lock = try Self.openOwn(of: directory, own, for: text)
        } catch {
            close(directory)
            throw error
        }
    }

    /// Whether a directory, which need not exist, has a run. Throws a usage `BatchError` when it has anything else.
    static func hasRun(_ path: FilePath, for text: String) throws(BatchError) -> Bool {
        if unsafe path.appending(ownName).withPlatformString({ unsafe access($0, F_OK) }) == 0 { return true }
        if let stream = DirectoryStream(path, followsLink: true), stream.next() != nil {
            throw BatchError(.usage, "--out \(text) is not empty and contains no attache run. Use a new directory.")
        }
        return false
    }

    /// Opens and locks the directory of the run's own files, and creates it if it does not exist. None of the names may
    /// be a symbolic link, whose target would be changed.
    private static func openOwn(of directory: Int32, _ own: FilePath, for text: String) throws(BatchError) -> Int32 {
        // The files in it contain personal identifiers and URLs.
        let number = try openDirectory(ownName, in: directory, at: own, for: text)
        defer { close(number) }
        _ = fchmod(number, 0o700)
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC
        let lock = unsafe openat(number, "lock", flags, 0o600)
        guard lock >= 0 else { throw fault(text, "written", errno) }
        do throws(BatchError) {
            guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
                throw BatchError(
                    .usage,
                    "--out \(text) is in use by another attache batch. Wait for it, or use another."
                )
            }
            close(try openDirectory("parts", in: number, at: own.appending("parts"), for: text))
            return lock
        } catch {
            close(lock)
            throw error
        }
    }

    private static func openDirectory(
        _ name: String,
        in parent: Int32,
        at path: FilePath,
        for text: String
    ) throws(BatchError) -> Int32 {
        guard unsafe mkdirat(parent, name, 0o700) == 0 || errno == EEXIST else { throw fault(text, "created", errno) }
        let number = unsafe openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if number >= 0 { return number }
        // A link is reported as ENOTDIR too.
        guard errno == ENOTDIR || errno == ELOOP else { throw fault(text, "opened", errno) }
        throw BatchError(.usage, "\(path.string) exists but is not a directory.")
    }

    deinit {
        close(descriptor)
        // Closing the descriptor releases the lock.
        close(lock)
    }

    /// Removes an output, and the directories above it that are empty then.
    func removeOutputAndDirectories(_ name: FilePath) {
        removeOutput(name)
        var directory = name.removingLastComponent()
        while !directory.isEmpty {
            guard unsafe path.pushing(directory).withPlatformString({ unsafe rmdir($0) }) == 0 else { return }
            directory.removeLastComponent()
        }
    }

    /// Removes the run's own files, and the directory if nothing else is in it.
    func discard() {
        let parts = own.appending("parts")
        for directory in [parts, own] {
            if let stream = DirectoryStream(directory, followsLink: false) {
                while let entry = stream.next() {
                    _ = unsafe directory.appending(entry.name).withPlatformString { unsafe unlink($0) }
                }
            }
            _ = unsafe directory.withPlatformString { unsafe rmdir($0) }
        }
        if isMade { _ = unsafe path.withPlatformString { unsafe rmdir($0) } }
    }

    func part(_ number: Int64) -> FilePath { own.appending("parts").appending("\(number)") }

    func contains(_ file: FilePath) -> Bool {
        unsafe file.withPlatformString { unsafe access($0, F_OK) } == 0
    }

    /// Waits until everything written to the file system is on the disk.
    func synchronize() throws(BatchError) {
        let status = AttacheSystem.FileDescriptor.synchronizeFileSystem(descriptor)
        guard status == 0 else { throw Self.fault(path.string, "written", status) }
    }

    /// Creates a directory and its missing parents; returns 0, `ENOTDIR` when another kind of file exists there, or
    /// another `errno`.
    static func create(_ directory: FilePath, mode: mode_t) -> Int32 {
        if unsafe directory.withPlatformString({ unsafe mkdir($0, mode) }) == 0 { return 0 }
        let code = errno
        if code == EEXIST {
            var status = stat()
            let isKnown = unsafe directory.withPlatformString { unsafe stat($0, &status) } == 0
            return isKnown && status.st_mode & S_IFMT == S_IFDIR ? 0 : ENOTDIR
        }
        let parent = directory.removingLastComponent()
        guard code == ENOENT, !parent.isEmpty else { return code }
        let above = create(parent, mode: 0o755)
        guard above == 0 else { return above }
        return unsafe directory.withPlatformString { unsafe mkdir($0, mode) } == 0 ? 0 : errno
    }

    private static func make(_ directory: FilePath, mode: mode_t, for text: String) throws(BatchError) {
        switch create(directory, mode: mode) {
        case 0: return
        case ENOTDIR: throw BatchError(.usage, "\(directory.string) exists but is not a directory.")
        case let code: throw fault(text, "created", code)
        }
    }

    static func fault(_ path: String, _ what: String, _ code: Int32) -> BatchError {
        BatchError(.environment, "\(path) cannot be \(what): \(SystemCallError.message(code)).")
    }
}

extension OutputDirectory {
    /// Errors of the whole machine rather than of one output.
    private static let machineErrors: Set<Int32> = [ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM]

    /// Renames a finished file into place. Throws `BatchError` of kind `output` when this name is impossible, of kind
    /// `environment` when disk, descriptors or memory are exhausted.
    func publish(_ file: FilePath, as name: FilePath) throws(BatchError) {
        let target = path.pushing(name)
        try makeDirectory(name.removingLastComponent())
        var code = Self.rename(file, target)
        // Another file system is mounted there.
        if code == EXDEV { code = Self.bring(file, target) }
        guard code == 0 else { throw Self.refusal(target, code) }
    }

    /// Whether a regular file with all bytes of an output exists at a path below the directory.
    func hasOutput(_ name: FilePath, byteCount: Int) -> Bool {
        var status = stat()
        let code = unsafe path.pushing(name).withPlatformString { unsafe lstat($0, &status) }
        return code == 0 && status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) >= byteCount
    }

    private func makeDirectory(_ name: FilePath) throws(BatchError) {
        guard !name.isEmpty, !madeDirectories.withLock({ $0.contains(name) }) else { return }
        var current = path
        for component in name.components {
            current.append(component)
            let code = Self.create(current, mode: 0o755)
            guard code == 0 else { throw Self.refusal(current, code) }
        }
        madeDirectories.withLock { made in
            // Bounded: an input may have any number of directories.
            if made.count >= 10_000 { made.removeAll() }
            made.insert(name)
        }
    }

    private static func refusal(_ target: FilePath, _ code: Int32) -> BatchError {
        BatchError(
            machineErrors.contains(code) ? .environment : .output,
            "\(target.string) cannot be written: \(SystemCallError.message(code))."
        )
    }

    private static func rename(_ file: FilePath, _ target: FilePath) -> Int32 {
        unsafe file.withPlatformString { old in
            unsafe target.withPlatformString { new in unsafe Glibc.rename(old, new) == 0 ? 0 : errno }
        }
    }

    /// Moves a file to another file system: first under a hidden name, then renamed when it is on the disk.
    private static func bring(_ file: FilePath, _ target: FilePath) -> Int32 {
        let directory = target.removingLastComponent()
        // A constant name, so that the rest of a killed run is replaced.
        let beside = directory.appending(".attache-part")
        var code = copy(file, beside)
        if code == 0 { code = rename(beside, target) }
        guard code == 0 else {
            _ = unsafe beside.withPlatformString { unsafe unlink($0) }
            return code
        }
        let number = unsafe directory.withPlatformString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard number >= 0 else { return errno }
        defer { close(number) }
        // The run synchronizes the file system of its own directory; this is another one.
        let status = AttacheSystem.FileDescriptor.synchronizeFileSystem(number)
        guard status == 0 else { return status }
        _ = unsafe file.withPlatformString { unsafe unlink($0) }
        return 0
    }

    private static func copy(_ file: FilePath, _ target: FilePath) -> Int32 {
        let source = unsafe file.withPlatformString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard source >= 0 else { return errno }
        defer { close(source) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC
        let sink = unsafe target.withPlatformString { unsafe open($0, flags, 0o644) }
        guard sink >= 0 else { return errno }
        defer { close(sink) }
        // copy_file_range refuses two file systems of different types.
        var offset = 0
        do throws(SystemCallError) {
            while case let piece = try AttacheSystem.FileDescriptor.readAll(256 * 1024, from: source, at: offset),
                !piece.isEmpty
            {
                let code = unsafe piece.withUnsafeBytes { unsafe AttacheSystem.FileDescriptor.writeAll($0, to: sink) }
                if code != 0 { return code }
                offset += piece.count
            }
        } catch {
            return error.code
        }
        // On the disk before it is renamed.
        return fsync(sink) == 0 ? 0 : errno
    }
}
