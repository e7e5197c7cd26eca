package import Attache

/// How an input is compressed.
package enum Compression: String, Sendable, CaseIterable {
    /// gzip, RFC 1952.
    case gzip = "gz"
    /// Zstandard, RFC 8878.
    case zstandard = "zst"

    /// The extension of files compressed this way, with its full stop.
    package var fileExtension: String { "." + rawValue }

    /// Starts to unpack.
    ///
    /// - Returns: An unpacker at the beginning of a stream.
    /// - Throws: `InputError` when there is no memory for one.
    package func makeUnpacker() throws(InputError) -> any Unpacking {
        switch self {
        case .gzip: try GzipUnpacker()
        case .zstandard: try ZstandardUnpacker()
        }
    }
}

/// Unpacks a stream piece by piece, in memory that does not grow with it: a small input may stand for a huge output.
package protocol Unpacking: AnyObject {
    /// Whether the stream may end here: between two members, and not before the first.
    var isComplete: Bool { get }

    /// Unpacks as much as fits into one piece.
    ///
    /// - Parameter input: Packed bytes that follow those taken so far; may be empty when output was left.
    /// - Returns: How many bytes of the input were taken, and the next piece of output, at most `pieceSize` bytes. When
    ///   all input was taken and the piece is not full, nothing is left.
    /// - Throws: `InputError` when the bytes are no such stream.
    func unpack(_ input: ArraySlice<UInt8>) throws(InputError) -> (taken: Int, output: [UInt8])
}

extension Unpacking {
    /// How many bytes are unpacked at once, at most.
    package static var pieceSize: Int { 64 * 1024 }
}
