/// The forms that are recognised by their lines, by words, or by their quotation marks.
extension ConsoleMark {
    /// Whether the first lines are members of YAML mappings, elements of lists, or comments; the first is a key.
    static func isYAML(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.prefix(4096).split(separator: JSONByte.lineFeed).lazy
            .map { $0.drop { JSONByte.isWhiteSpace($0) } }
            .filter { !$0.isEmpty && !$0.starts(with: "---".utf8) && $0.first != UInt8(ascii: "#") }
            .prefix(4)
        // A single line with a colon may be a sentence.
        guard lines.count > 1, let first = lines.first, isYAMLMember(element(of: first)) else { return false }
        // Documentation leaves lines out with three full stops.
        return lines.dropFirst().allSatisfy {
            isYAMLMember($0) || $0.starts(with: "- ".utf8) || $0.starts(with: "...".utf8)
        }
    }

    /// A line without the mark of a list.
    private static func element(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.starts(with: "- ".utf8) ? line.dropFirst(2) : line
    }

    /// Whether a line without its indent is `key: value` or `key:`.
    private static func isYAMLMember(_ line: ArraySlice<UInt8>) -> Bool {
        let key = line.prefix { $0 != UInt8(ascii: ":") }
        let after = line[key.endIndex...].dropFirst().first
        return !key.isEmpty && key.count < 64 && key.endIndex < line.endIndex
            && after.map(JSONByte.isWhiteSpace) ?? true
            && key.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "_-.\"'".utf8.contains($0) }
    }

    /// The dictionary of `userInfo = ["aps": …]` in Swift, whose name may have a type.
    static func swiftSource(_ bytes: [UInt8], in head: ArraySlice<UInt8>) -> Int? {
        guard let sign = head.firstIndex(of: UInt8(ascii: "=")),
            head[..<sign].allSatisfy({ isName($0) || JSONByte.isWhiteSpace($0) || ":[]?".utf8.contains($0) })
        else { return nil }
        var scanner = ConsoleScanner(bytes, from: sign + 1)
        scanner.skipSpace()
        guard scanner.has("["), brackets(bytes, at: scanner.index) == .swift else { return nil }
        return scanner.index
    }

    /// `array(2) {` or `object(stdClass)#1 (2) {`.
    static func varDump(_ bytes: [UInt8]) -> Int? {
        for word in ["array(", "object("] as [StaticString] {
            guard let start = bytes.firstIndex(of: word), start < prefixLimit else { continue }
            var scanner = ConsoleScanner(bytes, from: start)
            guard scanner.take(word) else { continue }
            if word.description == "object(" {
                let name = scanner.take { $0 == UInt8(ascii: ")") }
                if !name.isEmpty, scanner.take(")#") { return start }
                continue
            }
            let count = scanner.take { !(0x30...0x39).contains($0) }
            if !count.isEmpty, scanner.take(")") {
                scanner.skipSpace()
                if scanner.has("{") { return start }
            }
        }
        return nil
    }

    /// `Array` or `stdClass Object`, with a parenthesis on the next line.
    static func printR(_ bytes: [UInt8]) -> Int? {
        for word in ["Array", "stdClass Object"] as [StaticString] {
            guard let start = bytes.firstIndex(of: word), start < prefixLimit else { continue }
            var scanner = ConsoleScanner(bytes, from: start)
            guard scanner.take(word) else { continue }
            let rest = scanner.take { !JSONByte.isWhiteSpace($0) }
            if rest.contains("\n"), scanner.has("(") { return start }
        }
        return nil
    }

    /// Whether a typographic quotation mark is where JSON has a straight one.
    static func hasTypographicQuotes(_ bytes: [UInt8]) -> Bool {
        var isOpen = true
        for index in bytes.indices {
            let byte = bytes[index]
            if JSONByte.isWhiteSpace(byte) { continue }
            if isOpen, byte >= 0xC2 {
                // U+2018 to U+201F, and « and ».
                let isQuote =
                    byte == 0xE2 && index + 2 < bytes.count && bytes[index + 1] == 0x80
                    && (0x98...0x9F).contains(bytes[index + 2])
                    || byte == 0xC2 && index + 1 < bytes.count && [0xAB, 0xBB].contains(bytes[index + 1])
                if isQuote { return index > 0 }
            }
            isOpen = [JSONByte.openBrace, JSONByte.openBracket, JSONByte.comma, JSONByte.colon].contains(byte)
        }
        return false
    }
}
