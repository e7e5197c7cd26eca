import AttacheCore
import Crypto

/// Hashes bytes with SHA-256.
package struct ContentDigester: ContentDigesting {
    /// Creates the hasher.
    package init() {}

    package func digest(of bytes: [UInt8]) -> String {
        HexText.of(SHA256.hash(data: bytes))
    }
}
