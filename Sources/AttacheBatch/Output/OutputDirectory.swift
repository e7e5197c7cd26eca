import AttacheThreads
import CLinux
import Glibc
import Ledger
import SystemPackage

/// The directory that a run writes to: results under the names of their inputs, and `.attache` with what the run needs
/// for itself.
///
/// Files get their name when they are complete, by renaming.
final class OutputDirectory: Sendable {
    /// What the run keeps for itself.
    static let ownName = ".attache"

    let path: FilePath
    /// The same without links and relative parts.
    let absolutePath: String
    private let own: FilePath
    /// Open and locked as long as this object lives.
    private let lock: Int32
    /// Open, for `syncfs`.
    private let descriptor: Int32
    private let madeDirectories = Locked<Set<FilePath>>([])

    /// Where the run's ledger is.
    var ledgerPath: String { own.appending("ledger.sqlite").string }

    /// Opens the directory for this process alone, and creates it where it is missing.
    ///
    /// - Parameter text: The path as typed.
    /// - Throws: `BatchFault`: not to be written, not empty and not a run's, or in use by another process.
    init(_ text: String) throws(BatchFault) {
        path = FilePath(text)
        own = path.appending(Self.ownName)
        try Self.create(path, text)
        let isRun = unsafe own.withPlatformString { unsafe access($0, F_OK) } == 0
        guard let stream = DirectoryStream(path, followsLink: true) else { throw Self.fault(text, "opened", errno) }
        if !isRun, stream.next() != nil {
            throw BatchFault(.usage, "--out \(text) is not empty and holds no run of attache. Name a new directory.")
        }
        try Self.create(own, text)
        let lockPath = own.appending("lock")
        absolutePath = unsafe path.withPlatformString { text in
            guard let resolved = unsafe realpath(text, nil) else { return unsafe String(cString: text) }
            defer { unsafe free(resolved) }
            return unsafe String(cString: resolved)
        }
        lock = unsafe lockPath.withPlatformString { unsafe open($0, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        guard lock >= 0 else { throw Self.fault(text, "written", errno) }
        guard flock(lock, LOCK_EX | LOCK_NB) == 0 else {
            close(lock)
            throw BatchFault(.usage, "--out \(text) is in use by another attache batch. Wait for it, or name another.")
        }
        descriptor = unsafe path.withPlatformString { unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard descriptor >= 0 else {
            let code = errno
            close(lock)
            throw Self.fault(text, "opened", code)
        }
        try Self.create(own.appending("parts"), text)
    }

    deinit {
        close(descriptor)
        // The lock goes with its descriptor.
        close(lock)
    }

    /// Removes the ledger of an earlier run and its unfinished outputs; those that have their names stay.
    func removeLedger() {
        if let stream = DirectoryStream(own.appending("parts"), followsLink: false) {
            while let entry = stream.next() {
                let file = own.appending("parts").appending(entry.name)
                _ = unsafe file.withPlatformString { unsafe unlink($0) }
            }
        }
        for suffix in ["", "-wal", "-shm"] {
            let file = own.appending("ledger.sqlite\(suffix)")
            _ = unsafe file.withPlatformString { unsafe unlink($0) }
        }
    }

    /// Removes an output of an earlier run.
    func removeOutput(_ name: FilePath) {
        _ = unsafe path.pushing(name).withPlatformString { unsafe unlink($0) }
    }

    /// Where the unfinished output of an input is.
    func part(_ number: Int64) -> FilePath { own.appending("parts").appending("\(number)") }

    /// Gives a finished file its name.
    ///
    /// - Parameters:
    ///   - file: The finished file.
    ///   - name: The name below the directory.
    /// - Throws: `BatchFault`.
    func publish(_ file: FilePath, as name: FilePath) throws(BatchFault) {
        let target = path.pushing(name)
        try makeDirectory(name.removingLastComponent())
        var code = rename(file, target)
        if code == EXDEV {
            // Something else is mounted there: the file is brought over under a hidden name first.
            let beside = target.removingLastComponent().appending(".attache-\(getpid())")
            code = copy(file, beside)
            if code == 0 { code = rename(beside, target) }
            if code == 0 { _ = unsafe file.withPlatformString { unsafe unlink($0) } }
        }
        guard code == 0 else { throw Self.fault(target.string, "written", code) }
    }

    /// Whether there is a file under a name.
    func contains(_ file: FilePath) -> Bool {
        unsafe file.withPlatformString { unsafe access($0, F_OK) } == 0
    }

    /// Waits until everything written to the file system is on the disk.
    ///
    /// - Throws: `BatchFault`.
    func synchronize() throws(BatchFault) {
        guard attache_synchronize_file_system(descriptor) == 0 else { throw Self.fault(path.string, "written", errno) }
    }

    private func makeDirectory(_ name: FilePath) throws(BatchFault) {
        guard !name.isEmpty, !madeDirectories.withLock({ $0.contains(name) }) else { return }
        var current = path
        for component in name.components {
            current.append(component)
            try Self.create(current, current.string)
        }
        madeDirectories.withLock { made in
            // Bounded: an input may have any number of directories.
            if made.count >= 10_000 { made.removeAll() }
            made.insert(name)
        }
    }

    private func rename(_ file: FilePath, _ target: FilePath) -> Int32 {
        unsafe file.withPlatformString { old in
            unsafe target.withPlatformString { new in unsafe Glibc.rename(old, new) == 0 ? 0 : errno }
        }
    }

    private func copy(_ file: FilePath, _ target: FilePath) -> Int32 {
        let source = unsafe file.withPlatformString { unsafe open($0, O_RDONLY | O_CLOEXEC) }
        guard source >= 0 else { return errno }
        defer { close(source) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC
        let sink = unsafe target.withPlatformString { unsafe open($0, flags, 0o644) }
        guard sink >= 0 else { return errno }
        defer { close(sink) }
        while true {
            let count = attache_copy_file_range(source, sink, 1 << 30)
            if count < 0 { return errno }
            if count == 0 { return fsync(sink) == 0 ? 0 : errno }
        }
    }

    private static func create(_ directory: FilePath, _ text: String) throws(BatchFault) {
        if unsafe directory.withPlatformString({ unsafe mkdir($0, 0o755) }) == 0 { return }
        let code = errno
        if code == EEXIST {
            var status = stat()
            let isKnown = unsafe directory.withPlatformString { unsafe stat($0, &status) } == 0
            if isKnown, status.st_mode & S_IFMT == S_IFDIR { return }
            throw BatchFault(.usage, "\(directory.string) is there and is no directory.")
        }
        let parent = directory.removingLastComponent()
        guard code == ENOENT, !parent.isEmpty else { throw fault(text, "created", code) }
        try create(parent, text)
        guard unsafe directory.withPlatformString({ unsafe mkdir($0, 0o755) }) == 0 else {
            throw fault(text, "created", errno)
        }
    }

    private static func fault(_ path: String, _ what: String, _ code: Int32) -> BatchFault {
        BatchFault(.surroundings, "\(path) cannot be \(what): \(SystemError.text(code)).")
    }
}
