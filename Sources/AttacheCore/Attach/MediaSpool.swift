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
