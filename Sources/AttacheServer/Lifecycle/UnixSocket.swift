import Glibc
import NIOCore

/// The file of a unix socket: whoever comes second does not take it away, and whoever may connect can.
struct UnixSocket: Sendable {
    /// Its path.
    let path: String
    /// Permission bits of its file.
    let mode: UInt32

    /// Makes sure that nobody listens there; a file that was left behind is replaced by whoever binds next.
    ///
    /// - Throws: `IOError` with `EADDRINUSE` when somebody answers.
    func checkIsFree() throws(IOError) {
        let descriptor = socket(
            AF_UNIX,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue),
            0
        )
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let capacity = MemoryLayout.size(ofValue: address.sun_path)
        // Unsafe, and right: what is copied is shorter than the room for it, and the zero at the end stays.
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { room in
            unsafe room.copyBytes(from: path.utf8.prefix(capacity - 1))
        }
        // Unsafe, and right: the address lives until the call is over.
        let status = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // EAGAIN: somebody listens, and has too many who want to connect.
        guard status == 0 || errno == EAGAIN || errno == EINPROGRESS else { return }
        throw IOError(errnoCode: EADDRINUSE, reason: "another service answers there")
    }

    /// Lets nobody but the service's own user connect until `open` says who may.
    ///
    /// - Returns: The mask that held before.
    func beginBinding() -> mode_t { umask(0o077) }

    /// Lets in who may connect.
    ///
    /// - Parameter mask: What `beginBinding` returned.
    /// - Returns: `errno` where the system refuses, or 0.
    func open(restoring mask: mode_t) -> Int32 {
        _ = umask(mask)
        // Not through a link, which somebody else may have put there meanwhile.
        return unsafe fchmodat(AT_FDCWD, path, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
}
