/// The steps of `parse`. Each has one caller and becomes part of it.
extension JSONParser {
    /// Says so when the first bytes give away a byte order mark, UTF-16 or UTF-32 (RFC 8259 §8.1).
    static func rejectOtherEncodings(_ bytes: Span<UInt8>) throws(JSONFault) {
        guard bytes.count >= 2 else { return }
        switch (bytes[0], bytes[1]) {
        case (0xEF, 0xBB) where bytes.count >= 3 && bytes[2] == 0xBF: throw JSONFault(.byteOrderMark, at: 0)
        case (0xFE, 0xFF), (0xFF, 0xFE), (0, _), (_, 0): throw JSONFault(.wideEncoding, at: 0)
        default: return
        }
    }

    /// Reads a key, its colon and the white space behind.
    @inline(always)
    static func scanKey(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        isFirst: Bool,
        _ tape: inout [JSONNode],
        _ keyChecker: JSONKeyChecker?
    ) throws(JSONFault) {
        let start = cursor.offset
        let byte = cursor.next(bytes)
        guard byte == JSONByte.quote else {
            let isTrailingComma = byte == JSONByte.closeBrace && !isFirst
            throw JSONFault(isTrailingComma ? .trailingComma : .expectedKey, at: start)
        }
        let flags = try JSONStringScanner.scan(bytes, from: &cursor.offset)
        let end = cursor.offset
        let hash = keyChecker?.hash(bytes, start &+ 1..<end &- 1, hasEscapes: flags != 0) ?? 0
        tape.append(JSONNode(from: start, to: end, link: hash, detail: flags | JSONNode.keyFlag))
        cursor.skipWhiteSpace(bytes)
        guard cursor.next(bytes) == JSONByte.colon else { throw JSONFault(.expectedColon, at: cursor.offset) }
        cursor.offset &+= 1
        cursor.skipWhiteSpace(bytes)
    }

    /// Reads a string, number or word that begins with `byte`.
    @inline(always)
    static func scanScalar(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        _ byte: UInt8,
        _ tape: inout [JSONNode]
    ) throws(JSONFault) {
        let start = cursor.offset
        var flags: UInt32 = 0
        if byte == JSONByte.quote {
            flags = try JSONStringScanner.scan(bytes, from: &cursor.offset)
        } else if JSONByte.isDigit(byte) || byte == JSONByte.minus {
            try JSONNumberScanner.scan(bytes, from: &cursor.offset)
        } else if byte == 0x66 || byte == 0x6E || byte == 0x74 {
            try JSONLiteralScanner.scan(bytes, from: &cursor.offset)
        } else {
            throw JSONFault(.expectedValue, at: start)
        }
        let next = UInt32(truncatingIfNeeded: tape.count &+ 1)
        tape.append(JSONNode(from: start, to: cursor.offset, link: next, detail: flags))
    }

    /// Goes on after a value, or in an empty container: closes what closes, and reads the comma.
    ///
    /// - Returns: Whether another value follows.
    @inline(always)
    static func advance(
        _ bytes: Span<UInt8>,
        _ cursor: inout JSONCursor,
        _ level: inout JSONLevel,
        _ tape: inout [JSONNode],
        _ keyChecker: inout JSONKeyChecker?
    ) throws(JSONFault) -> Bool {
        while level.index >= 0 {
            cursor.skipWhiteSpace(bytes)
            let byte = cursor.next(bytes)
            if byte == JSONByte.comma {
                cursor.offset &+= 1
                level.count &+= 1
                cursor.skipWhiteSpace(bytes)
                if !level.isObject, cursor.next(bytes) == JSONByte.closeBracket {
                    throw JSONFault(.trailingComma, at: cursor.offset)
                }
                return true
            }
            guard byte == (level.isObject ? JSONByte.closeBrace : JSONByte.closeBracket) else {
                throw JSONFault(level.isObject ? .expectedCommaOrBrace : .expectedCommaOrBracket, at: cursor.offset)
            }
            cursor.offset &+= 1
            let parent = level.close(at: cursor.offset, on: &tape)
            if level.isObject, level.count > 1 {
                try keyChecker?.check(tape, object: level.index, in: bytes)
            }
            level.leave(to: parent, on: tape, in: bytes)
        }
        return false
    }
}
