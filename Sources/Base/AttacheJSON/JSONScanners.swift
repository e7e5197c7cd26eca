/// A scanner of strings that does not decode them (RFC 8259 §7).
package enum JSONStringScanner {
    /// Reads a string from its opening quotation mark to the byte after the closing one. Returns `JSONNode.escapeFlag`
    /// if it contains a backslash, else 0.
    @inline(always)
    static func scan(_ bytes: Span<UInt8>, from offset: inout Int) throws(JSONFault) -> UInt32 {
        var index = plainEnd(bytes, from: offset &+ 1)
        // Most strings are plain ASCII up to their end.
        if index < bytes.count, bytes[index] == JSONByte.quote {
            offset = index &+ 1
            return 0
        }
        let flags = try scanRest(bytes, from: &index)
        offset = index
        return flags
    }

    /// The offset of the next byte that needs handling: quotation mark, backslash, control character, non-ASCII, or the
    /// end.
    @inline(always)
    static func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while bytes.count &- index >= 8 {
            let word = bytes.word(at: index)
            // Where no byte is above 0x7F, the subtraction sets a byte's high bit only if the byte is below the
            // subtrahend. Borrows affect only bytes above the lowest hit, and only the lowest hit is used.
            let quotes = (word ^ 0x2222_2222_2222_2222) &- 0x0101_0101_0101_0101
            let backslashes = (word ^ 0x5C5C_5C5C_5C5C_5C5C) &- 0x0101_0101_0101_0101
            let controls = word &- 0x2020_2020_2020_2020
            let hits = (quotes | backslashes | controls | word) & 0x8080_8080_8080_8080
            if hits != 0 {
                return index &+ hits.trailingZeroBitCount / 8
            }
            index &+= 8
        }
        while index < bytes.count, isPlain(bytes[index]) {
            index &+= 1
        }
        return index
    }

    /// The offset in UTF-8 of the next quotation mark, backslash, control character or other hidden character with an
    /// effect, or the end.
    package static func unescapedEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = plainEnd(bytes, from: start)
        while index < bytes.count, bytes[index] >= 0x80, !isHidden(bytes, at: index) {
            index = plainEnd(bytes, from: index &+ 1)
        }
        return index
    }

    /// Whether the UTF-8 of a scalar with `isHiddenControl` begins at `index`: C2 80 to C2 9F, E2 80 A8 to E2 80 AE and
    /// E2 81 A6 to E2 81 A9.
    @inline(always)
    private static func isHidden(_ bytes: Span<UInt8>, at index: Int) -> Bool {
        switch bytes[index] {
        case 0xC2: index &+ 1 < bytes.count && bytes[index &+ 1] < 0xA0
        case 0xE2 where index &+ 2 < bytes.count && bytes[index &+ 1] == 0x80: 0xA8...0xAE ~= bytes[index &+ 2]
        case 0xE2 where index &+ 2 < bytes.count && bytes[index &+ 1] == 0x81: 0xA6...0xA9 ~= bytes[index &+ 2]
        default: false
        }
    }

    /// Reads the rest of a string that is not plain ASCII; otherwise as `scan`.
    @inline(never)
    private static func scanRest(_ bytes: Span<UInt8>, from index: inout Int) throws(JSONFault) -> UInt32 {
        var flags: UInt32 = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                repeat {
                    let length = JSONUTF8.sequenceLength(bytes, at: index)
                    guard length > 0 else { throw JSONFault(.invalidUTF8, at: index) }
                    index &+= length
                } while index < bytes.count && bytes[index] >= 0x80
            } else if byte == JSONByte.backslash {
                flags = JSONNode.escapeFlag
                try scanEscape(bytes, from: &index)
            } else if byte == JSONByte.quote {
                index &+= 1
                return flags
            } else {
                throw JSONFault(.controlCharacter, at: index)
            }
            index = plainEnd(bytes, from: index)
        }
        throw JSONFault(.unterminatedString, at: index)
    }

    /// Reads one escape, or two that form a surrogate pair; `index` moves from the backslash to the byte after them.
    @inline(always)
    private static func scanEscape(_ bytes: Span<UInt8>, from index: inout Int) throws(JSONFault) {
        guard index &+ 1 < bytes.count else { throw JSONFault(.unterminatedString, at: bytes.count) }
        switch bytes[index &+ 1] {
        case JSONByte.quote, JSONByte.backslash, JSONByte.solidus, 0x62, 0x66, 0x6E, 0x72, 0x74:
            index &+= 2
        case 0x75:
            guard let unit = codeUnit(bytes, at: index) else { throw JSONFault(.invalidUnicodeEscape, at: index) }
            if unit & 0xF800 == 0xD800 {
                guard unit < 0xDC00, let second = codeUnit(bytes, at: index &+ 6), second & 0xFC00 == 0xDC00 else {
                    throw JSONFault(.loneSurrogate, at: index)
                }
                index &+= 6
            }
            index &+= 6
        default:
            throw JSONFault(.invalidEscape, at: index &+ 1)
        }
    }

    /// The UTF-16 code unit of the `\uXXXX` at `index`; `nil` when there is no such escape.
    package static func codeUnit(_ bytes: Span<UInt8>, at index: Int) -> UInt16? {
        guard index &+ 6 <= bytes.count, bytes[index] == JSONByte.backslash, bytes[index &+ 1] == 0x75 else {
            return nil
        }
        var unit: UInt16 = 0
        for position in index &+ 2..<index &+ 6 {
            guard let digit = bytes[position].hexadecimalValue else { return nil }
            unit = unit << 4 | UInt16(digit)
        }
        return unit
    }

    @inline(always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= JSONByte.space && byte < 0x80 && byte != JSONByte.quote && byte != JSONByte.backslash
    }
}

/// A scanner of numbers (RFC 8259 §6).
enum JSONNumberScanner {
    /// Reads a number; `offset` moves from the minus sign or first digit to the byte after the number.
    @inline(always)
    static func scan(_ bytes: Span<UInt8>, from offset: inout Int) throws(JSONFault) {
        var index = offset
        if bytes[index] == JSONByte.minus { index &+= 1 }
        let first = index
        skipDigits(bytes, from: &index)
        guard index > first else { throw JSONFault(.missingIntegerDigits, at: index) }
        if bytes[first] == JSONByte.zero, index > first &+ 1 {
            throw JSONFault(.leadingZero, at: first)
        }
        if index < bytes.count, bytes[index] == JSONByte.point {
            index &+= 1
            let fraction = index
            skipDigits(bytes, from: &index)
            guard index > fraction else { throw JSONFault(.missingFractionDigits, at: index) }
        }
        if index < bytes.count, bytes[index] | 0x20 == 0x65 {
            index &+= 1
            if index < bytes.count, bytes[index] == JSONByte.plus || bytes[index] == JSONByte.minus {
                index &+= 1
            }
            let exponent = index
            skipDigits(bytes, from: &index)
            guard index > exponent else { throw JSONFault(.missingExponentDigits, at: index) }
        }
        offset = index
    }

    @inline(always)
    private static func skipDigits(_ bytes: Span<UInt8>, from index: inout Int) {
        while index < bytes.count, JSONByte.isDigit(bytes[index]) {
            index &+= 1
        }
    }
}

/// A scanner of `true`, `false` and `null` (RFC 8259 §3).
enum JSONLiteralScanner {
    /// Reads a word that begins with `t`, `f` or `n`; `offset` moves to the byte after it.
    static func scan(_ bytes: Span<UInt8>, from offset: inout Int) throws(JSONFault) {
        // The four bytes that distinguish the words, first byte lowest: "true", "null", and "alse" of "false".
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

/// A validator of UTF-8 sequences (RFC 3629 §4, Unicode table 3-7).
enum JSONUTF8 {
    /// The length of the sequence at a byte from 0x80 on: 2, 3 or 4; 0 when it is overlong, cut, a surrogate, beyond
    /// U+10FFFF or has no lead byte.
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

/// The bytes with a meaning in JSON text.
@usableFromInline package enum JSONByte {
    @inlinable package static var tab: UInt8 { 0x09 }
    @inlinable package static var lineFeed: UInt8 { 0x0A }
    @inlinable package static var carriageReturn: UInt8 { 0x0D }
    @inlinable package static var space: UInt8 { 0x20 }
    @inlinable package static var quote: UInt8 { 0x22 }
    @inlinable package static var plus: UInt8 { 0x2B }
    @inlinable package static var comma: UInt8 { 0x2C }
    @inlinable package static var minus: UInt8 { 0x2D }
    @inlinable package static var point: UInt8 { 0x2E }
    @inlinable package static var solidus: UInt8 { 0x2F }
    @inlinable package static var zero: UInt8 { 0x30 }
    @inlinable package static var colon: UInt8 { 0x3A }
    @inlinable package static var openBracket: UInt8 { 0x5B }
    @inlinable package static var backslash: UInt8 { 0x5C }
    @inlinable package static var closeBracket: UInt8 { 0x5D }
    @inlinable package static var openBrace: UInt8 { 0x7B }
    @inlinable package static var closeBrace: UInt8 { 0x7D }

    /// Whether `byte` is insignificant white space between tokens (RFC 8259 §2).
    @inline(always)
    package static func isWhiteSpace(_ byte: UInt8) -> Bool {
        byte == space || byte == lineFeed || byte == carriageReturn || byte == tab
    }

    @inline(always)
    package static func isDigit(_ byte: UInt8) -> Bool {
        byte &- zero <= 9
    }
}

extension Span<UInt8> {
    /// Returns the offset of the next occurrence of `byte` from `start`, at most `count`; `count` if there is none.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            // A byte that is equal becomes zero, and only a zero borrows: the lowest hit is always a true one.
            let difference = word(at: index) ^ pattern
            let hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// The eight bytes from `offset`, at most `count - 8`, as a number, first byte lowest; one load in optimised
    /// builds.
    @inline(always)
    package func word(at offset: Int) -> UInt64 {
        // One bounds check, then constant indices: the compiler merges the eight reads into one.
        let bytes = extracting(offset..<(offset &+ 8))
        let low =
            UInt64(bytes[0]) | UInt64(bytes[1]) << 8 | UInt64(bytes[2]) << 16 | UInt64(bytes[3]) << 24
        let high =
            UInt64(bytes[4]) << 32 | UInt64(bytes[5]) << 40 | UInt64(bytes[6]) << 48 | UInt64(bytes[7]) << 56
        return low | high
    }
}
