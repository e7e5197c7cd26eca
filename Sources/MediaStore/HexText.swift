/// Bytes as lower-case hexadecimal.
package enum HexText {
    private static let digits = Array("0123456789abcdef".utf8)

    /// The text of bytes.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: Two digits for each.
    package static func of(_ bytes: some Sequence<UInt8>) -> String {
        String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
