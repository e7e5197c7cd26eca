import CLinux
import Glibc

/// Owns a file descriptor and closes it with its last reference.
package final class FileDescriptor: Sendable {
    /// The descriptor's number, valid as long as this object lives.
    package let number: Int32

    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Waits until the file is on the disk; returns 0 or an `errno`.
    package func synchronize() -> Int32 {
        fsync(number) == 0 ? 0 : errno
    }

    /// Waits until all writes to the file's file system are on the disk; returns 0 or an `errno`.
    package func synchronizeFileSystem() -> Int32 {
        Self.synchronizeFileSystem(number)
    }

    /// Waits until all writes to the file system of an open descriptor are on the disk; returns 0 or an `errno`.
    package static func synchronizeFileSystem(_ number: Int32) -> Int32 {
        attache_synchronize_file_system(number) == 0 ? 0 : errno
    }

    /// Writes all bytes, in as many calls as needed, and blocks meanwhile.
    package static func writeAll(_ bytes: [UInt8], to number: Int32) -> WriteResult {
        switch unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: number) }) {
        case 0: .written
        case EPIPE: .closed
        case let code: .failed(code)
        }
    }

    /// Writes all bytes to a position in a file, or with `nil` to the current one; returns 0 or the system's `errno`.
    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to number: Int32, at offset: Int? = nil) -> Int32 {
        var written = 0
        while written < bytes.count {
            // Unsafe, and right: the kernel reads within the caller's buffer, which outlives the call.
            let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[written...])
            let count =
                if let offset {
                    unsafe pwrite(number, rest.baseAddress, rest.count, off_t(offset + written))
                } else {
                    unsafe write(number, rest.baseAddress, rest.count)
                }
            if count > 0 {
                written += count
            } else if count == 0 {
                // A regular file without room may accept nothing and report nothing.
                return ENOSPC
            } else if errno == EAGAIN {
                // Another process may have made it non-blocking; waiting is still required.
                var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Reads once, from a position in a file or with `nil` from the current one; repeats a call that a signal interrupts.
    /// Returns the number of bytes, 0 at the end, or a negative number and `errno`.
    package static func read(
        _ number: Int32,
        into buffer: UnsafeMutableRawBufferPointer,
        at offset: Int? = nil
    ) -> Int {
        while true {
            // Unsafe, and right: the kernel writes within the caller's buffer.
            let count =
                if let offset {
                    unsafe pread(number, buffer.baseAddress, buffer.count, off_t(offset))
                } else {
                    unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
                }
            if count >= 0 || errno != EINTR { return count }
        }
    }

    /// Reads `count` bytes, fewer at the end only, from a position in a file or with `nil` from the current one; an error
    /// names the path.
    package static func readAll(
        _ count: Int,
        from number: Int32,
        at offset: Int? = nil,
        path: String? = nil
    ) throws(SystemCallError) -> [UInt8] {
        var code: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            while filled < count {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled..<count]
                )
                let place = offset.map { $0 + filled }
                let got = unsafe read(number, into: rest, at: place)
                if got < 0 { code = errno }
                if got <= 0 { return }
                filled += got
            }
        }
        guard code == 0 else { throw SystemCallError(operation: "read", path: path, code: code) }
        return bytes
    }

    /// Reads a whole file of at most `limit` bytes; throws an error with the path, of the code `EFBIG` for a larger one.
    package static func readAll(path: String, limit: Int) throws(SystemCallError) -> [UInt8] {
        let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw SystemCallError(operation: "read", path: path, code: errno) }
        let file = FileDescriptor(number)
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let piece = try readAll(1 << 16, from: file.number, path: path)
            guard !piece.isEmpty else { return bytes }
            bytes += piece
        }
        throw SystemCallError(operation: "read", path: path, code: EFBIG)
    }

    /// Returns up to `limit` next bytes of a file, or of those that a pipe holds now; none of a terminal or a socket. Nothing
    /// is consumed, and nothing is waited for. A device may answer like a file.
    package static func peek(_ number: Int32, limit: Int) -> [UInt8] {
        let offset = lseek(number, 0, SEEK_CUR)
        if offset >= 0 { return (try? readAll(limit, from: number, at: offset)) ?? [] }
        guard errno == ESPIPE else { return [] }
        var ends: [Int32] = [-1, -1]
        // Unsafe, and right: the array has room for both ends.
        guard unsafe attache_pipe(&ends) == 0 else { return [] }
        defer { for end in ends { close(end) } }
        // It fails for everything but pipes.
        let count = attache_peek(number, ends[1], limit)
        return (try? readAll(count, from: ends[0])) ?? []
    }
}

package enum WriteResult: Equatable, Sendable {
    case written
    /// The reader closed its end, as with `| head`, which is not an error.
    case closed
    /// The write failed with this `errno`.
    case failed(Int32)
}
