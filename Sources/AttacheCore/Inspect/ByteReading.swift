/// Random access to the bytes of a file, so that containers are walked without holding them in memory.
package protocol ByteSource {
    /// The file's length in bytes.
    var byteCount: Int { get }

    /// Reads a range.
    ///
    /// - Parameters:
    ///   - offset: Where to start, 0 or more.
    ///   - count: How many bytes at most.
    /// - Returns: The bytes; fewer than `count` only at the end of the file.
    /// - Throws: `ByteSourceError` when the file cannot be read.
    func read(at offset: Int, count: Int) throws(ByteSourceError) -> [UInt8]
}
