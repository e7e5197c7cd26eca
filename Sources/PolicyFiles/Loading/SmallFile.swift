import AttacheCore
import Glibc

/// Reads whole files written by people, which are small.
enum SmallFile {
    /// Reads a file or a pipe of at most `limit` bytes; throws `PolicyProblem` naming the file when it cannot be read
    /// or exceeds the limit.
    static func read(_ path: String, limit: Int) throws(PolicyProblem) -> [UInt8] {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw problem(path, errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let wanted = min(limit + 1 - bytes.count, 64 << 10)
            var count = 0
            var code: Int32 = 0
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, initializedCount in
                repeat {
                    // Unsafe, and right: `read` writes at most `wanted` bytes, the capacity of the buffer.
                    count = unsafe Glibc.read(descriptor, buffer.baseAddress, wanted)
                } while count < 0 && errno == EINTR
                code = errno
                initializedCount = max(0, count)
            }
            if count < 0 { throw problem(path, code) }
            if count == 0 { return bytes }
            bytes += chunk
        }
        let message = "it is larger than \(ByteSize(byteCount: limit))"
        throw PolicyProblem(file: path, message: message, fix: "name another file; is this the right one?")
    }

    /// Returns the problem of a file that the system refuses to read.
    static func problem(_ path: String, _ code: Int32) -> PolicyProblem {
        let text = unsafe String(cString: strerror(code))
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
