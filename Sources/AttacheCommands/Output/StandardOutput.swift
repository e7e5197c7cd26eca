import Glibc

/// The only writer to standard output: the product, and nothing else.
struct StandardOutput {
    /// How a write ended.
    enum Result: Equatable {
        case written
        /// The reader went away, as with `| head`: a quiet end.
        case closed
        /// The system did not take the bytes, with its `errno`.
        case failed(Int32)
    }

    /// Writes all bytes, however many calls it takes.
    ///
    /// Blocks while the reader is slow, which is the back-pressure; call it from a thread that may block.
    static func write(_ bytes: [UInt8]) -> Result {
        Descriptor.writeAll(bytes, to: STDOUT_FILENO)
    }
}
