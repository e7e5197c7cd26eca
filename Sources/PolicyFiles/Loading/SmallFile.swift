import AttacheCore
import AttacheSystem
import Glibc

/// Reads whole files that people wrote, so small ones only.
enum SmallFile {
    /// Reads a file, a pipe included, up to a limit.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - limit: The most bytes it may have.
    /// - Returns: Its bytes.
    /// - Throws: `PolicyFileError` naming the file when it cannot be read or is larger.
    static func read(_ path: String, limit: Int) throws(PolicyFileError) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw PolicyFileError(problems: [problem(path, errno)]) }
        defer { close(descriptor) }
        let bytes: [UInt8]
        do {
            bytes = try FileDescriptor.readAll(limit + 1, from: descriptor)
        } catch {
            throw PolicyFileError(problems: [problem(path, error.code)])
        }
        if bytes.count <= limit { return bytes }
        let message = "it is larger than \(ByteSize(byteCount: limit))"
        let fix = "name another file; is this the right one?"
        throw PolicyFileError(problems: [PolicyProblem(file: path, message: message, fix: fix)])
    }

    /// The problem of a file that the system does not let be read.
    static func problem(_ path: String, _ code: Int32) -> PolicyProblem {
        let text = SystemCallError.message(code)
        let fix =
            switch code {
            case ENOENT: "check the path"
            case EACCES, EPERM: "give the user that runs attache read permission"
            case EISDIR: "name a file in it"
            default: "check the file"
            }
        return PolicyProblem(file: path, message: "it cannot be read: \(text)", fix: fix)
    }
}
