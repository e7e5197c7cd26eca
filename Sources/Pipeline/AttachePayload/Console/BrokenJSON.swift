import AttacheURL

/// JSON with raw line breaks in its strings, as mails and editors that wrap lines leave it, or with commas before its brackets.
enum BrokenJSON {
    /// The same JSON without the line breaks in URLs, with those of texts as escapes, and without such commas; and what was
    /// mended. `nil` for text without any, and for what is no JSON then either.
    static func mended(_ bytes: [UInt8]) -> (json: [UInt8], form: ConsoleForm)? {
        guard let first = bytes.first(where: { !JSONByte.isWhiteSpace($0) }),
            first == JSONByte.openBrace || first == JSONByte.openBracket
        else { return nil }
        var json: [UInt8] = []
        json.reserveCapacity(bytes.count)
        var (hasBreak, hasComma) = (false, false)
        var last: UInt8?
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == JSONByte.quote else {
                if byte == JSONByte.comma, endsElement(last), isLast(bytes, index) {
                    hasComma = true
                } else {
                    json.append(byte)
                }
                if !JSONByte.isWhiteSpace(byte) { last = byte }
                index += 1
                continue
            }
            last = byte
            let start = index + 1
            guard let end = end(of: bytes, from: start) else { return nil }
            let text = bytes[start..<end]
            json.append(JSONByte.quote)
            if text.contains(where: isBreak) {
                hasBreak = true
                json += repaired(text)
            } else {
                json += text
            }
            json.append(JSONByte.quote)
            index = end + 1
        }
        guard hasBreak || hasComma, JSONDocument.isCompleteValue(json) else { return nil }
        return (json, hasBreak ? (hasComma ? .lineBreaksAndCommas : .lineBreaks) : .trailingCommas)
    }

    /// Whether a value ends with a byte, so that a comma may follow it.
    private static func endsElement(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return ![JSONByte.openBrace, JSONByte.openBracket, JSONByte.comma, JSONByte.colon].contains(byte)
    }

    /// Whether a closing bracket comes after the byte at an index, with white space between them at most.
    private static func isLast(_ bytes: [UInt8], _ index: Int) -> Bool {
        let next = bytes[(index + 1)...].first { !JSONByte.isWhiteSpace($0) }
        return next == JSONByte.closeBrace || next == JSONByte.closeBracket
    }

    /// Whether the string around a byte is a URL, apart from white space in front of it.
    static func isURL(in bytes: [UInt8], around offset: Int) -> Bool {
        guard offset < bytes.count, let open = bytes[..<offset].lastIndex(of: JSONByte.quote) else { return false }
        let text = bytes[(open + 1)...].prefix { $0 != JSONByte.quote }
        return URLText.isWeb(String(decoding: text.drop(while: JSONByte.isWhiteSpace).prefix(8), as: UTF8.self))
    }

    private static func end(of bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        while index < bytes.count, bytes[index] != JSONByte.quote {
            index += bytes[index] == JSONByte.backslash ? 2 : 1
        }
        return index < bytes.count ? index : nil
    }

    private static func isBreak(_ byte: UInt8) -> Bool {
        byte == JSONByte.lineFeed || byte == JSONByte.carriageReturn
    }

    private static func repaired(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let start = text.drop(while: JSONByte.isWhiteSpace)
        if URLText.isWeb(String(decoding: start.prefix(8), as: UTF8.self)) {
            return text.filter { !JSONByte.isWhiteSpace($0) }
        }
        return text.filter { $0 != JSONByte.carriageReturn }.flatMap {
            $0 == JSONByte.lineFeed ? [JSONByte.backslash, UInt8(ascii: "n")] : [$0]
        }
    }
}
