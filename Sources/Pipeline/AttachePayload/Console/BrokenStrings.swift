import AttacheURL

/// JSON with raw line breaks in its strings, as mails and editors that wrap lines leave it.
enum BrokenStrings {
    /// The same JSON without the line breaks in URLs, and with those of texts as escapes; `nil` for text without any, and for
    /// what is no JSON then either.
    static func json(_ bytes: [UInt8]) -> [UInt8]? {
        guard let first = bytes.first(where: { !JSONByte.isWhiteSpace($0) }),
            first == JSONByte.openBrace || first == JSONByte.openBracket
        else { return nil }
        var json: [UInt8] = []
        json.reserveCapacity(bytes.count)
        var hasBreak = false
        var index = 0
        while index < bytes.count {
            guard bytes[index] == JSONByte.quote else {
                json.append(bytes[index])
                index += 1
                continue
            }
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
        return hasBreak && JSONDocument.isCompleteValue(json) ? json : nil
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
