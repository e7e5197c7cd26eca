import AttacheBatch
import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc

/// The writer of a run's reports.
struct ReportFiles: Sendable {
    struct Failure: Sendable, Equatable {
        let request: ReportRequest
        let sentence: String
    }

    let requests: [ReportRequest]

    /// Throws one sentence for each report whose directory does not exist; the output directory is created by the run.
    static func checkDirectories(of requests: [ReportRequest], output: String) throws(ConfigurationError) {
        let created = output.hasSuffix("/") ? String(output.dropLast()) : output
        let problems = requests.compactMap { request -> String? in
            guard let slash = request.path.lastIndex(of: "/"), slash > request.path.startIndex else { return nil }
            let directory = String(request.path[..<slash])
            guard directory != created, !directory.hasPrefix("\(created)/"), !InputPaths.exists(directory) else {
                return nil
            }
            return "--report \(request.kind.rawValue)=\(request.path): there is no directory \(directory)."
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }

    /// Writes every report and returns the failures; a report that fails leaves no file, or an older one unchanged.
    func write(_ summary: RunSummary, items: ItemFeed) -> [Failure] {
        requests.compactMap { request in
            do {
                try AtomicFile.write(to: request.path) { append in
                    var sink = ByteSink(append)
                    try request.kind.report.write(summary, items: items, to: &sink)
                    try sink.finish()
                }
                return nil
            } catch {
                let cause = (error as? SystemCallError)?.message ?? (error as? BatchError)?.sentence ?? "\(error)"
                return Failure(
                    request: request,
                    sentence: "The report \(request.kind.rawValue)=\(request.path) could not be written: \(cause)."
                )
            }
        }
    }
}

/// A file that is written completely or not at all: written beside its path and then renamed.
enum AtomicFile {
    /// Writes a file through the function that `body` receives; an existing file is replaced atomically, with its
    /// permissions and its owner, or kept on failure.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Writes the content.
    /// - Returns: Whether the file has the owner and group that it had; `true` for a new one.
    /// - Throws: `SystemCallError`, and every error of `body`.
    @discardableResult
    static func write(to path: String, _ body: (@escaping ([UInt8]) throws -> Void) throws -> Void) throws -> Bool {
        // A special file, such as /dev/stderr or a FIFO, cannot be replaced and is written directly.
        if let descriptor = try special(path) {
            defer { close(descriptor) }
            try body { try append($0, to: descriptor) }
            return true
        }
        let temporary = "\(path).\(getpid())-partial"
        let descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        var (isDone, isOwnerKept) = (false, true)
        defer { if !isDone { _ = unsafe unlink(temporary) } }
        do {
            defer { close(descriptor) }
            var facts = stat()
            if unsafe stat(path, &facts) == 0 {
                // The owner first: its change takes the set-user-ID bit away. Another owner's file may still have its group.
                isOwnerKept = fchown(descriptor, facts.st_uid, facts.st_gid) == 0
                if !isOwnerKept { _ = fchown(descriptor, uid_t.max, facts.st_gid) }
                _ = fchmod(descriptor, facts.st_mode & 0o7777)
            }
            try body { try append($0, to: descriptor) }
            // On disk before it replaces an older one.
            guard fsync(descriptor) == 0 else { throw SystemCallError(operation: "fsync", path: path, code: errno) }
        }
        guard unsafe rename(temporary, path) == 0 else {
            throw SystemCallError(operation: "rename", path: path, code: errno)
        }
        isDone = true
        return isOwnerKept
    }

    private static func append(_ bytes: [UInt8], to descriptor: Int32) throws {
        let code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: descriptor) }
        guard code == 0 else { throw SystemCallError(operation: "write", code: code) }
    }

    private static func special(_ path: String) throws -> Int32? {
        var facts = stat()
        guard unsafe stat(path, &facts) == 0 else { return nil }
        switch facts.st_mode & S_IFMT {
        case S_IFREG: return nil
        case S_IFDIR: throw SystemCallError(operation: "open", path: path, code: EISDIR)
        default: break
        }
        let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        return descriptor
    }
}
