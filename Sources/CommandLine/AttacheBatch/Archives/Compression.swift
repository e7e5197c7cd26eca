package import Attache

package enum Compression: String, Sendable, CaseIterable {
    /// gzip, RFC 1952.
    case gzip = "gz"
    /// Zstandard, RFC 8878.
    case zstandard = "zst"

    /// The file extension of this compression, with its full stop.
    package var fileExtension: String { "." + rawValue }

    /// Creates an unpacker at the beginning of a stream; throws `InputError` when memory is exhausted.
    package func makeUnpacker() throws(InputError) -> any Unpacking {
        switch self {
        case .gzip: try GzipUnpacker()
        case .zstandard: try ZstandardUnpacker()
        }
    }
}

/// Streaming decompression in bounded memory, since a small input may expand to a huge output.
package protocol Unpacking: AnyObject {
    /// Whether the stream may end here: between two members, but not before the first.
    var isComplete: Bool { get }

    /// Unpacks as much as fits into one piece. Returns the number of input bytes taken and at most `pieceSize` bytes of
    /// output; when all input was taken and the piece is not full, no output remains. Pass an empty `input` to fetch
    /// the rest.
    func unpack(_ input: ArraySlice<UInt8>) throws(InputError) -> (taken: Int, output: [UInt8])
}

extension Unpacking {
    /// The largest piece of output, in bytes.
    package static var pieceSize: Int { 64 * 1024 }
}
