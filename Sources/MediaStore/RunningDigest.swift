import Crypto

/// SHA-256 of bytes that come one after the other; it can be read at any point and go on.
package struct RunningDigest: Sendable {
    private var hasher = SHA256()
    /// How many bytes were taken so far.
    package private(set) var byteCount = 0

    /// Begins with no bytes.
    package init() {}

    /// Takes the next bytes.
    ///
    /// - Parameter bytes: They follow those taken so far.
    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        byteCount += bytes.count
        unsafe bytes.withUnsafeBytes { unsafe hasher.update(bufferPointer: $0) }
    }

    /// The digest of everything taken so far, 32 bytes.
    package var value: [UInt8] { Array(hasher.finalize()) }
}
