import AttacheSystem

/// Where media are kept while and after they are verified: content-addressed, never named by the origin.
package protocol MediaStoring: Sendable {
    /// Opens a new spool for a body that is about to arrive.
    ///
    /// - Returns: An empty spool on the store's own file system.
    /// - Throws: `StoreError` when the disk or the descriptor table does not allow it.
    func openSpool() throws(StoreError) -> any MediaSpool

    /// Turns a spool into a stored file, durable when this returns.
    ///
    /// The same bytes with the same extension are stored once.
    ///
    /// - Parameters:
    ///   - spool: A spool of this store, complete.
    ///   - fileExtension: The extension to store under, without the full stop.
    /// - Returns: Where the file is and its digest.
    /// - Throws: `StoreError` when the disk does not allow it; nothing is left behind then.
    func commit(_ spool: any MediaSpool, fileExtension: String) async throws(StoreError) -> StoredFile

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
    /// - Throws: `StoreError` when the disk does not take them.
    func append(_ bytes: Span<UInt8>) throws(StoreError)

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

/// The store could not do what it was asked.
package struct StoreError: Error, Equatable, Sendable {
    /// What was being done, such as "create a spool file in".
    package let operation: String
    /// The path it was done to.
    package let path: String
    /// The system's `errno`.
    package let code: Int32

    /// Creates the error.
    ///
    /// - Parameters:
    ///   - operation: What was being done, to be followed by the path.
    ///   - path: The path it was done to.
    ///   - code: The system's `errno`.
    package init(operation: String, path: String, code: Int32) {
        self.operation = operation
        self.path = path
        self.code = code
    }
}

extension StoreError {
    /// The failure as a finding of the attach stage; the operator's fault, not the sender's.
    package var reason: Reason {
        Reason(
            .attachStoreFailed,
            "Attache could not \(operation) \(path): \(SystemError.text(code)).",
            fix: "Check the store's directory, its free space and the limit of open files."
        )
    }
}
