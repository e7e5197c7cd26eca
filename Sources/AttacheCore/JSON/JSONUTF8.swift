/// Judges UTF-8, byte by byte (RFC 3629 §4, Unicode table 3-7).
enum JSONUTF8 {
    /// The length of the multi-byte sequence at `offset`.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: A byte from 0x80 on.
    /// - Returns: 2, 3 or 4; 0 when it is overlong, cut, a surrogate, beyond U+10FFFF or no lead byte.
    @inline(always)
    static func sequenceLength(_ bytes: Span<UInt8>, at offset: Int) -> Int {
        let lead = bytes[offset]
        let left = bytes.count &- offset
        if lead < 0xE0 {
            // C0 and C1 could only begin overlong forms.
            guard lead >= 0xC2, left >= 2, isContinuation(bytes[offset &+ 1]) else { return 0 }
            return 2
        }
        if lead < 0xF0 {
            guard left >= 3 else { return 0 }
            let second = bytes[offset &+ 1]
            // E0 must not be overlong, ED must not be a surrogate.
            guard isContinuation(second), isContinuation(bytes[offset &+ 2]),
                lead != 0xE0 || second >= 0xA0, lead != 0xED || second < 0xA0
            else { return 0 }
            return 3
        }
        guard left >= 4, lead <= 0xF4 else { return 0 }
        let second = bytes[offset &+ 1]
        // F0 must not be overlong, F4 must not go beyond U+10FFFF.
        guard isContinuation(second), isContinuation(bytes[offset &+ 2]), isContinuation(bytes[offset &+ 3]),
            lead != 0xF0 || second >= 0x90, lead != 0xF4 || second < 0x90
        else { return 0 }
        return 4
    }

    @inline(always)
    private static func isContinuation(_ byte: UInt8) -> Bool {
        byte & 0xC0 == 0x80
    }
}
