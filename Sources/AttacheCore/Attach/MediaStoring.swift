package import AttacheSystem

/// Where media are kept while and after they are verified: content-addressed, never named by the origin.
package protocol MediaStoring: Sendable {
    /// Opens a new spool for a body that is about to arrive.
    ///
    /// - Returns: An empty spool on the store's own file system.
    /// - Throws: `SystemCallError` when the disk or the descriptor table does not allow it.
    func openSpool() throws(SystemCallError) -> any MediaSpool

    /// Turns a spool into a stored file, durable when this returns.
    ///
    /// The same bytes with the same extension are stored once.
    ///
    /// - Parameters:
    ///   - spool: A spool of this store, complete.
    ///   - fileExtension: The extension to store under, without the full stop.
    /// - Returns: Where the file is and its digest.
    /// - Throws: `SystemCallError` when the disk does not allow it; nothing is left behind then.
    func commit(_ spool: any MediaSpool, fileExtension: String) async throws(SystemCallError) -> StoredFile

    /// Finds a file that was stored before, and marks it as used, so that it is not the next to be evicted.
    ///
    /// - Parameters:
    ///   - file: Its digest and length; where it was then makes no difference.
    ///   - fileExtension: The extension it is stored under, without the full stop.
    /// - Returns: Where it is, or `nil` when it is gone or has another length.
    func reuse(_ file: StoredFile, fileExtension: String) async -> StoredFile?
}

/// A body on disk that nobody has verified yet; it vanishes unless it is committed.
package protocol MediaSpool: AnyObject, Sendable, ByteSource {
    /// Appends bytes.
    ///
    /// - Parameter bytes: The next bytes of the body.
    /// - Throws: `SystemCallError` when the disk does not take them.
    func append(_ bytes: Span<UInt8>) throws(SystemCallError)

    /// Closes and removes the file unless it was committed; may be called more than once.
    func discard()
}

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

extension SystemCallError {
    /// The failure as a finding of the attach stage; the operator's fault, not the sender's.
    package var reason: Reason {
        Reason(
            .attachStoreFailed,
            "Attache could not \(operation) \(path ?? "the store"): \(message).",
            fix: "Check the store's directory, its free space and the limit of open files."
        )
    }
}
