/// Reads the three words of JSON (RFC 8259 §3).
enum JSONLiteralScanner {
    /// Reads `true`, `false` or `null`.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: The first letter, one of `t`, `f` and `n`; afterwards the byte after the word.
    /// - Throws: `invalidLiteral` when another word stands there.
    static func scan(_ bytes: Span<UInt8>, from offset: inout Int) throws(JSONFault) {
        // The four bytes that tell the words apart, first byte lowest: "true", "null", and "alse" of "false".
        let isFalse = bytes[offset] == 0x66
        let start = isFalse ? offset &+ 1 : offset
        guard bytes.count &- start >= 4 else { throw JSONFault(.invalidLiteral, at: offset) }
        let word =
            UInt32(bytes[start]) | UInt32(bytes[start &+ 1]) << 8 | UInt32(bytes[start &+ 2]) << 16
            | UInt32(bytes[start &+ 3]) << 24
        guard isFalse ? word == 0x6573_6C61 : word == 0x6575_7274 || word == 0x6C6C_756E else {
            throw JSONFault(.invalidLiteral, at: offset)
        }
        offset = start &+ 4
    }
}
