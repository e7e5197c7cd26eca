import AttacheCore
import AttacheTesting

/// A hash without a library.
struct TableDigester: ContentDigesting {
    func digest(of bytes: [UInt8]) -> String { SHA256Digest(of: bytes).hexadecimal }
}
