import AttacheThreads
import CLinux
import Glibc
import SystemPackage

extension OutputDirectory {
    /// Errors that say nothing of one output, but that this machine has run short.
    private static let machineErrors: Set<Int32> = [ENOSPC, EDQUOT, EIO, EMFILE, ENFILE, ENOMEM]

    /// Gives a finished file its name.
    ///
    /// - Parameters:
    ///   - file: The finished file.
    ///   - name: The name below the directory.
    /// - Throws: `BatchError` of kind `output` when it cannot have that name, of kind `environment` when this machine
    ///   has run short.
    func publish(_ file: FilePath, as name: FilePath) throws(BatchError) {
        let target = path.pushing(name)
        try makeDirectory(name.removingLastComponent())
        var code = Self.rename(file, target)
        // Something else is mounted there.
        if code == EXDEV { code = Self.bring(file, target) }
        guard code == 0 else { throw Self.refusal(target, code) }
    }

    /// Whether there is a file, and not something else, under a name.
    ///
    /// - Parameter name: The name below the directory.
    /// - Returns: Whether a regular file is there.
    func hasOutput(_ name: FilePath) -> Bool {
        var status = stat()
        let code = unsafe path.pushing(name).withPlatformString { unsafe lstat($0, &status) }
        return code == 0 && status.st_mode & S_IFMT == S_IFREG
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
            "\(target.string) cannot be written: \(SystemError.text(code))."
        )
    }

    private static func rename(_ file: FilePath, _ target: FilePath) -> Int32 {
        unsafe file.withPlatformString { old in
            unsafe target.withPlatformString { new in unsafe Glibc.rename(old, new) == 0 ? 0 : errno }
        }
    }

    /// Brings a file to another file system: under a hidden name first, and under its own when all of it is on the disk.
    private static func bring(_ file: FilePath, _ target: FilePath) -> Int32 {
        let directory = target.removingLastComponent()
        // Always the same, so that what a kill leaves there is replaced.
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
        // The directory's own file system is what the run synchronizes; this is another one.
        guard attache_synchronize_file_system(number) == 0 else { return errno }
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
        // The kernel's own copying refuses two file systems of different types.
        let capacity = 256 * 1024
        var count = 0
        while true {
            var code: Int32 = 0
            let piece = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, filled in
                let got = unsafe read(source, buffer.baseAddress, capacity)
                if got < 0 { code = errno }
                filled = max(0, got)
            }
            if code == EINTR { continue }
            if code != 0 { return code }
            // On the disk before it gets its name.
            if piece.isEmpty { return fsync(sink) == 0 ? 0 : errno }
            code = OutputFile.write(piece, to: sink, at: count)
            if code != 0 { return code }
            count += piece.count
        }
    }
}
