import Glibc
import SystemPackage

/// Reads the file of bearer tokens.
enum TokenFile {
    /// The most bytes that are read of it: some ten thousand tokens.
    private static let limit = 1 << 20

    /// Reads the file.
    ///
    /// - Parameter path: The file's path; `nil` for none.
    /// - Returns: Its tokens; none without a file.
    /// - Throws: `ServiceConfigurationError` when it cannot be read or used.
    static func read(_ path: String?) throws(ServiceConfigurationError) -> AccessTokens {
        guard let path else { return AccessTokens() }
        let bytes: [UInt8]?
        do {
            // Whatever else has this name, such as a pipe, must not hold up whoever opens it.
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: [.closeOnExec, .nonBlocking])
            bytes = try file.closeAfter { isRegular(file) ? try contents(of: file) : nil }
        } catch {
            throw ServiceConfigurationError(problems: ["token-file: \(path) cannot be read: \(error)."])
        }
        guard let bytes else { throw ServiceConfigurationError(problems: ["token-file: \(path) is no regular file."]) }
        guard bytes.count <= limit else {
            throw ServiceConfigurationError(problems: ["token-file: \(path) is longer than \(limit) bytes."])
        }
        return try AccessTokens(parsing: String(decoding: bytes, as: UTF8.self), file: path)
    }

    private static func isRegular(_ file: FileDescriptor) -> Bool {
        var status = stat()
        return unsafe fstat(file.rawValue, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// The file's bytes; one more than the limit where there are more.
    private static func contents(of file: FileDescriptor) throws -> [UInt8] {
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
