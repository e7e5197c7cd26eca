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
