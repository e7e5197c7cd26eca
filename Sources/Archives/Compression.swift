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
    /// - Throws: `ArchiveError` when there is no memory for one.
    package func makeUnpacker() throws(ArchiveError) -> any Unpacking {
        switch self {
        case .gzip: try GzipUnpacker()
        case .zstandard: try ZstandardUnpacker()
        }
    }
}
