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
        let text: String
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly, options: .closeOnExec)
            text = try file.closeAfter {
                let bytes = try unsafe [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
                    // Unsafe, and right: the kernel writes at most the buffer's length.
                    count = try unsafe file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
                return String(decoding: bytes, as: UTF8.self)
            }
        } catch {
            throw ServiceConfigurationError(problems: ["token-file: \(path) cannot be read: \(error)."])
        }
        return try AccessTokens(parsing: text, file: path)
    }
}
