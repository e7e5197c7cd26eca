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
}
