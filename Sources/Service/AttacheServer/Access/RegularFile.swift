import AttacheCore
import AttacheSystem
import Glibc
import SystemPackage

/// A small file that an option names.
enum RegularFile {
    /// The maximum size in bytes: some ten thousand tokens.
    private static let limit = 1 << 20

    /// Reads the file; `option` is the beginning of the sentences about it.
    static func read(_ path: String, option: String) throws(ConfigurationError) -> [UInt8] {
        let bytes: [UInt8]?
        do {
            // Non-blocking: opening a pipe of this name must not hang.
            let file = try SystemPackage.FileDescriptor.open(
                FilePath(path),
                .readOnly,
                options: [.closeOnExec, .nonBlocking]
            )
            bytes = try file.closeAfter { isRegular(file) ? try contents(of: file) : nil }
        } catch {
            let cause = (error as? Errno).map { SystemCallError.message($0.rawValue) } ?? "\(error)"
            throw ConfigurationError(problems: ["\(option): \(path) cannot be read: \(cause)."])
        }
        guard let bytes else {
            throw ConfigurationError(problems: ["\(option): \(path) is not a regular file."])
        }
        guard bytes.count <= limit else {
            throw ConfigurationError(problems: ["\(option): \(path) is longer than \(limit) bytes."])
        }
        return bytes
    }

    /// Whether every user of the machine may read the file.
    static func isWorldReadable(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & 0o004 != 0
    }

    /// The kind of the file at a path, such as `S_IFSOCK`; `nil` for none. Links are not followed.
    static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func isRegular(_ file: SystemPackage.FileDescriptor) -> Bool {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The bytes of the file; one more than the limit if the file is longer.
    private static func contents(of file: SystemPackage.FileDescriptor) throws -> [UInt8] {
        try unsafe [UInt8](unsafeUninitializedCapacity: limit + 1) { buffer, count in
            while count < buffer.count {
                // Unsafe, and right: the kernel writes at most as many bytes as are left of the buffer.
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[count...]
                )
                let read = try unsafe file.read(into: rest)
                if read == 0 { break }
                count += read
            }
        }
    }
}
