/// Unpacks a stream piece by piece, in memory that does not grow with it: a small input may stand for a huge output.
package protocol Unpacking: AnyObject {
    /// Whether the stream may end here: between two members, and not before the first.
    var isComplete: Bool { get }

    /// Unpacks as much as fits into one piece.
    ///
    /// - Parameter input: Packed bytes that follow those taken so far; may be empty when output was left.
    /// - Returns: How many bytes of the input were taken, and the next piece of output, at most `pieceSize` bytes. When
    ///   all input was taken and the piece is not full, nothing is left.
    /// - Throws: `ArchiveError` when the bytes are no such stream.
    func unpack(_ input: ArraySlice<UInt8>) throws(ArchiveError) -> (taken: Int, output: [UInt8])
}

extension Unpacking {
    /// How many bytes are unpacked at once, at most.
    package static var pieceSize: Int { 64 * 1024 }
}
