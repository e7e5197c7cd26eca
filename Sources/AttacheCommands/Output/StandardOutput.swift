import AttacheOptions
import Glibc

/// The only writer to standard output: the product, and nothing else.
struct StandardOutput {
    /// Writes all bytes, however many calls it takes.
    ///
    /// Blocks while the reader is slow, which is the back-pressure; call it from a thread that may block.
    static func write(_ bytes: [UInt8]) -> WriteResult {
        DescriptorWriter.writeAll(bytes, to: STDOUT_FILENO)
    }
}
