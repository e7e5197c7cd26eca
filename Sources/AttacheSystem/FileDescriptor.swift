import CLinux
import Glibc

/// Owns a file descriptor and closes it when nobody holds it any more.
package final class FileDescriptor: Sendable {
    /// The descriptor's number, valid as long as this object lives.
    package let number: Int32

    /// Takes a descriptor over.
    ///
    /// - Parameter number: An open descriptor that nobody else closes.
    package init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Waits until the file is on the disk.
    ///
    /// - Returns: 0, or the system's `errno`.
    package func synchronize() -> Int32 {
        fsync(number) == 0 ? 0 : errno
    }

    /// Waits until everything that was written to the file's file system is on the disk.
    ///
    /// - Returns: 0, or the system's `errno`.
    package func synchronizeFileSystem() -> Int32 {
        Self.synchronizeFileSystem(number)
    }

    /// Waits until everything that was written to a descriptor's file system is on the disk.
    ///
    /// - Parameter number: An open descriptor on that file system.
    /// - Returns: 0, or the system's `errno`.
    package static func synchronizeFileSystem(_ number: Int32) -> Int32 {
        attache_synchronize_file_system(number) == 0 ? 0 : errno
    }
}

extension FileDescriptor {
    /// Writes all bytes, however many calls it takes, and blocks for as long, where the descriptor does not wait too.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - number: An open descriptor.
    /// - Returns: How it ended.
    package static func writeAll(_ bytes: [UInt8], to number: Int32) -> WriteResult {
        switch unsafe bytes.withUnsafeBytes({ unsafe writeAll($0, to: number) }) {
        case 0: .written
        case EPIPE: .closed
        case let code: .failed(code)
        }
    }

    /// Writes all bytes, as for an array.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - number: An open descriptor.
    ///   - offset: Where they go in the file; `nil` for where the descriptor is.
    /// - Returns: 0, or the system's `errno`.
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
                // A regular file that takes nothing and says nothing has no room.
                return ENOSPC
            } else if errno == EAGAIN {
                // Another process made it non-blocking; waiting is still what is wanted.
                var waiting = pollfd(fd: number, events: Int16(POLLOUT), revents: 0)
                _ = unsafe poll(&waiting, 1, -1)
            } else if errno != EINTR {
                return errno
            }
        }
        return 0
    }

    /// Reads once, and again where a signal interrupts it.
    ///
    /// - Parameters:
    ///   - number: An open descriptor.
    ///   - buffer: Takes the bytes.
    ///   - offset: Where they are in the file; `nil` for where the descriptor is.
    /// - Returns: How many bytes there are, 0 at the end; negative with `errno` set when the system refuses.
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

    /// Reads bytes until there are enough or none are left.
    ///
    /// - Parameters:
    ///   - count: How many bytes at most; there is room for as many at once.
    ///   - number: An open descriptor.
    ///   - offset: Where they are in the file; `nil` for where the descriptor is.
    ///   - path: What to name in an error.
    /// - Returns: The bytes; fewer than `count` at the end only.
    /// - Throws: `SystemCallError` when the system refuses.
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
}

/// How writing to a descriptor ended.
package enum WriteResult: Equatable, Sendable {
    /// All of it was taken.
    case written
    /// The reader went away, as with `| head`: a quiet end.
    case closed
    /// The system did not take the bytes, with its `errno`.
    case failed(Int32)
}
