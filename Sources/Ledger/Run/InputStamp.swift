/// What the file system says of a file; two that are equal mean that nobody has changed it.
package struct InputStamp: Sendable, Equatable {
    /// The size in bytes.
    package var byteCount: Int
    /// The last change of the content, in nanoseconds of the epoch.
    package var modified: Int
    /// The last change of the content or of what is kept about it, in nanoseconds of the epoch; nobody can set it back.
    package var changed: Int

    /// Creates a stamp.
    ///
    /// - Parameters:
    ///   - byteCount: The size in bytes.
    ///   - modified: The last change of the content, in nanoseconds of the epoch.
    ///   - changed: The last change of anything about it, in nanoseconds of the epoch.
    package init(byteCount: Int, modified: Int, changed: Int) {
        self.byteCount = byteCount
        self.modified = modified
        self.changed = changed
    }
}
