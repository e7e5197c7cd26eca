/// Hashes bytes; the digest is the same in every process and on every machine.
package protocol ContentDigesting: Sendable {
    /// The digest of bytes.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Returns: SHA-256 in lower-case hexadecimal, 64 characters.
    func digest(of bytes: [UInt8]) -> String
}
