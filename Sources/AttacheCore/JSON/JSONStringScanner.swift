/// Reads strings without decoding them (RFC 8259 §7).
enum JSONStringScanner {
    /// Reads a string.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - offset: The opening quotation mark; afterwards the byte after the closing one.
    /// - Returns: `JSONNode.escapeFlag` when a backslash stands in the string, else 0.
    /// - Throws: A fault for a control character, an unknown escape, a lone surrogate, broken UTF-8 or a missing end.
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

    /// The first byte that needs a look: quotation mark, backslash, control character, non-ASCII, or the end.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - start: A byte inside of a string.
    /// - Returns: The offset, at most `bytes.count`.
    @inline(always)
    static func plainEnd(_ bytes: Span<UInt8>, from start: Int) -> Int {
        var index = start
        while bytes.count &- index >= 8 {
            let word = bytes.word(at: index)
            // Where no byte is above 0x7F, subtracting sets a byte's high bit only if the byte is below what is
            // subtracted. Borrows spoil only the bytes above the lowest hit, and the lowest hit is what counts.
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

    /// Whether text must be escaped to stand in a string: it has quotation marks, backslashes or control characters.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8.
    ///   - start: Where the text begins; it goes on to the end of `bytes`.
    /// - Returns: Whether any byte needs an escape.
    static func needsEscape(_ bytes: Span<UInt8>, from start: Int) -> Bool {
        var index = plainEnd(bytes, from: start)
        while index < bytes.count, bytes[index] >= 0x80 {
            index = plainEnd(bytes, from: index &+ 1)
        }
        return index < bytes.count
    }

    /// Goes on where a string is not just plain ASCII.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - index: The first byte that is not plain; afterwards the byte after the closing quotation mark.
    /// - Returns: `JSONNode.escapeFlag` when a backslash stands in the string, else 0.
    /// - Throws: The faults of `scan`.
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

    /// Reads one escape, or two that form a surrogate pair.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - index: The backslash; afterwards the byte after the escape.
    /// - Throws: A fault for an unknown escape, a lone surrogate or a missing end.
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

    /// The UTF-16 code unit that `\uXXXX` at `index` stands for.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - index: Where the backslash should be.
    /// - Returns: The code unit, or nil when there is no such escape.
    static func codeUnit(_ bytes: Span<UInt8>, at index: Int) -> UInt16? {
        guard index &+ 6 <= bytes.count, bytes[index] == JSONByte.backslash, bytes[index &+ 1] == 0x75 else {
            return nil
        }
        var unit: UInt16 = 0
        for position in index &+ 2..<index &+ 6 {
            guard let digit = JSONByte.hexadecimalValue(bytes[position]) else { return nil }
            unit = unit << 4 | digit
        }
        return unit
    }

    @inline(always)
    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= JSONByte.space && byte < 0x80 && byte != JSONByte.quote && byte != JSONByte.backslash
    }
}
