/// One verified file in the store.
package struct StoredFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    /// SHA-256 of the content in lower-case hexadecimal, 64 characters.
    package var sha256: String
    /// The length in bytes.
    package var byteCount: Int

    /// Creates the value.
    ///
    /// - Parameters:
    ///   - path: The absolute path.
    ///   - sha256: SHA-256 in lower-case hexadecimal.
    ///   - byteCount: The length in bytes.
    package init(path: String, sha256: String, byteCount: Int) {
        self.path = path
        self.sha256 = sha256
        self.byteCount = byteCount
    }
}
