import AttacheCore
import AttacheSystem
import Glibc

/// Reads whole files written by people, which are small.
package enum SmallFile {
    /// Reads a file, a pipe or standard input of at most `limit` bytes; throws `PolicyFileError` naming the file when it cannot be read
    /// or exceeds the limit.
    package static func read(_ path: String, limit: Int) throws(PolicyFileError) -> [UInt8] {
        // A socket cannot be opened by its path, and standard input may be one.
        let descriptor =
            unsafe path == "/dev/stdin"
            ? fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
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
        let fix = "check that this is the right file, or name another"
        throw PolicyFileError(problems: [PolicyProblem(file: path, message: message, fix: fix)])
    }

    /// Returns the problem of a file that the system refuses to read.
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
