package import AttacheSystem

/// Content-addressed storage of media during and after verification; file names never come from the origin.
package protocol MediaStoring: Sendable {
    /// Opens an empty spool on the store's own file system, for a client as a number, or 0 for nobody in particular; throws
    /// when the disk or the descriptor table does not allow it.
    func openSpool(for client: Int) throws(SystemCallError) -> any MediaSpool

    /// Stores a complete spool of this store, durably when this returns. The extension has no full stop; the same bytes
    /// with the same extension are stored once, and a failure leaves nothing behind.
    func commit(_ spool: any MediaSpool, fileExtension: String) async throws(SystemCallError) -> StoredFile

    /// Finds a stored file by digest, length and extension (without the full stop), and marks it as used by a client, so
    /// that it is not the next to be evicted. Returns `nil` when it is gone or has another length.
    func reuse(_ file: StoredFile, fileExtension: String, for client: Int) async -> StoredFile?
}

/// An unverified body on disk; it is removed unless it is committed.
package protocol MediaSpool: AnyObject, Sendable, ByteSource {
    /// Prepares for a body of an announced length in bytes, 0 or more, which may be wrong.
    func expect(byteCount: Int)

    /// Appends the next bytes of the body.
    func append(_ bytes: Span<UInt8>) throws(SystemCallError)

    /// Closes and removes the file unless it was committed; may be called more than once.
    func discard()
}

extension MediaSpool {
    package func expect(byteCount: Int) {}
}

/// One verified file in the store.
package struct StoredFile: Sendable, Hashable {
    /// The absolute path.
    package var path: String
    /// SHA-256 of the content in lower-case hexadecimal, 64 characters.
    package var sha256: String
    /// The length in bytes.
    package var byteCount: Int

    package init(path: String, sha256: String, byteCount: Int) {
        self.path = path
        self.sha256 = sha256
        self.byteCount = byteCount
    }
}

extension SystemCallError {
    /// The error as a finding of the attach stage, for the operator rather than the sender.
    package var reason: Reason {
        Reason(
            isOutOfSpace ? .attachStoreFull : .attachStoreFailed,
            "Attache could not \(operation) \(path ?? "the store"): \(message).",
            fix: isOutOfSpace
                ? "Free space on the disk of the store, lower --disk-reserve, or raise --cache-limit; then try again."
                : "Check the store's directory and the limit of open files."
        )
    }
}

/// The space that a store leaves free on its file system.
public enum DiskReserve: Sendable, Hashable {
    /// The smaller of 5 % and 1 GiB.
    case standard
    /// A number of bytes, 0 or more.
    case bytes(Int)
    /// A share of the file system in percent, 0 to 99.
    case percent(Int)

    /// Returns the reserve in bytes on a file system of a size in bytes.
    package func byteCount(ofTotal total: Int) -> Int {
        switch self {
        case .standard: min(total / 20, 1 << 30)
        case .bytes(let count): count
        // Without overflow for the largest file systems.
        case .percent(let share): total / 100 * share
        }
    }
}
