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
