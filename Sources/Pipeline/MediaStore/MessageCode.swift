import CCrypto

/// HMAC-SHA256 (RFC 2104): a code that only holders of a key can make for a message.
package enum MessageCode {
    /// The block size of SHA-256 in bytes.
    private static let blockSize = 64

    /// Returns the code of a message, 32 bytes.
    package static func of(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var block = key.count > blockSize ? RunningDigest.of(key) : key
        block += [UInt8](repeating: 0, count: blockSize - block.count)
        let inner = RunningDigest.of(block.map { $0 ^ 0x36 } + message)
        return RunningDigest.of(block.map { $0 ^ 0x5C } + inner)
    }

    /// Compares two codes in a time that depends on their lengths only.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        guard left.count == right.count else { return false }
        // Unsafe, and right: both have that many bytes.
        return unsafe left.withUnsafeBytes { left in
            unsafe right.withUnsafeBytes { right in
                unsafe CRYPTO_memcmp(left.baseAddress, right.baseAddress, left.count) == 0
            }
        }
    }
}
