import AttacheSystem
import CCrypto

/// An incremental SHA-256 that can be read at any point. A copy continues by itself.
package struct RunningDigest: Sendable {
    private var state = SHA256_CTX()
    package private(set) var byteCount = 0

    package init() {
        // It fails only without a state.
        unsafe SHA256_Init(&state)
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        unsafe bytes.withUnsafeBytes { unsafe update($0) }
    }

    @unsafe package mutating func update(_ bytes: UnsafeRawBufferPointer) {
        byteCount += bytes.count
        // Unsafe, and right: the bytes are read during the call.
        unsafe SHA256_Update(&state, bytes.baseAddress, bytes.count)
    }

    /// The digest of the bytes so far, 32 bytes.
    package var value: [UInt8] {
        var state = state
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        // Unsafe, and right: there is room for the digest.
        unsafe SHA256_Final(&digest, &state)
        return digest
    }

    /// Returns the digest of some bytes, 32 bytes.
    package static func of(_ bytes: [UInt8]) -> [UInt8] {
        var digest = RunningDigest()
        digest.update(bytes[...])
        return digest.value
    }

    /// Returns the digest of a whole file, 32 bytes; blocks meanwhile. An error names the path.
    static func ofFile(_ file: FileDescriptor, path: String) throws(SystemCallError) -> [UInt8] {
        var digest = RunningDigest()
        while case let piece = try FileDescriptor.readAll(
            256 * 1024,
            from: file.number,
            at: digest.byteCount,
            path: path
        ), !piece.isEmpty {
            digest.update(piece[...])
        }
        return digest.value
    }
}
