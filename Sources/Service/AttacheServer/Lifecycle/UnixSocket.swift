import Glibc
import NIOCore

/// The file of a unix socket.
struct UnixSocket: Sendable {
    let path: String
    /// The permission bits of the file.
    let mode: UInt32

    /// Checks that no process listens on the socket, and throws `EADDRINUSE` if one does; a stale file is replaced when
    /// the server binds. Any other file, and a link to one, is left alone: it throws `ENOTSOCK`.
    func checkIsFree() throws(IOError) {
        if let kind = RegularFile.kind(path), kind != S_IFSOCK {
            throw IOError(errnoCode: ENOTSOCK, reason: "the file there is not a socket; remove it or name another path")
        }
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
        // EAGAIN: a process listens, and its backlog is full.
        guard status == 0 || errno == EAGAIN || errno == EINPROGRESS else { return }
        throw IOError(errnoCode: EADDRINUSE, reason: "another process listens there")
    }

    /// Restricts new files to the service's own user, and returns the previous umask.
    func beginBinding() -> mode_t { umask(0o077) }

    /// Restores the umask and sets the permissions of the file; returns `errno`, or 0.
    func open(restoring mask: mode_t) -> Int32 {
        _ = umask(mask)
        // Without following a symbolic link, which another process may have created meanwhile.
        return unsafe fchmodat(AT_FDCWD, path, mode_t(mode), AT_SYMLINK_NOFOLLOW) == 0 ? 0 : errno
    }
}
