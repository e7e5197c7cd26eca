/// The marks by which the forms of a console are told from each other.
enum ConsoleMark {
    /// The text in front of a payload that a log adds, at most.
    static let prefixLimit = 300

    /// The form of a text and the place where its value begins; `nil` for none of them.
    static func find(in bytes: [UInt8]) -> (form: ConsoleForm, start: Int)? {
        var scanner = ConsoleScanner(bytes, from: 0)
        scanner.skipSpace()
        if scanner.has("$ curl ") || scanner.has("% curl ") { scanner.index += 2 }
        if scanner.has("curl"), let after = bytes[(scanner.index + (scanner.has("curl.exe") ? 8 : 4))...].first,
            JSONByte.isWhiteSpace(after) || after == JSONByte.backslash
        {
            return (.curl, scanner.index)
        }
        if let mark = bytes.firstIndex(of: "AnyHashable(") {
            return bytes[..<mark].lastIndex(of: JSONByte.openBracket).map { (.swift, $0) }
        }
        if scanner.has("Optional(") { return (.swift, scanner.index) }
        if scanner.has("b'") || scanner.has("b\"") { return (.pythonBytes, scanner.index) }
        if let start = varDump(bytes) { return (.varDump, start) }
        if let start = printR(bytes) { return (.printR, start) }
        if hasTypographicQuotes(bytes) { return (.typographic, scanner.index) }
        return literal(bytes, from: scanner.index) ?? (isYAML(bytes) ? (.yaml, 0) : nil)
    }

    /// The forms that are told by their first key and what comes after it.
    private static func literal(_ bytes: [UInt8], from start: Int) -> (form: ConsoleForm, start: Int)? {
        var scanner = ConsoleScanner(bytes, from: start)
        if scanner.take("<?php") { scanner.skipSpace() }
        for word in ["array(", "array ("] as [StaticString] where scanner.has(word) {
            return (.phpSource, scanner.index)
        }
        switch scanner.next {
        case JSONByte.openBrace: return braces(bytes, at: scanner.index).map { ($0, scanner.index) }
        case JSONByte.openBracket: return brackets(bytes, at: scanner.index).map { ($0, scanner.index) }
        case UInt8(ascii: "("):
            var inside = ConsoleScanner(bytes, from: scanner.index + 1)
            inside.skipSpace()
            return inside.has("{") && separator(bytes, after: inside.index) == "=" ? (.nsLog, scanner.index) : nil
        default: return assigned(bytes, from: scanner.index)
        }
    }

    /// `aps = {…};`, `const message = {…}`, `$payload = […]`, and a dictionary with the text of a log in front.
    private static func assigned(_ bytes: [UInt8], from start: Int) -> (form: ConsoleForm, start: Int)? {
        let head = bytes[start...].prefix(prefixLimit)
        guard let open = head.firstIndex(where: { $0 == JSONByte.openBrace || $0 == JSONByte.openBracket }) else {
            return arrayCall(bytes, in: head)
        }
        let before = bytes[start..<open].filter { !JSONByte.isWhiteSpace($0) }
        let isAssigned = before.last == UInt8(ascii: "=")
        if bytes[open] == JSONByte.openBracket {
            if let start = swiftSource(bytes, in: head) { return (.swiftSource, start) }
            guard isAssigned, before.first == UInt8(ascii: "$") else {
                return arrayCall(bytes, in: head) ?? logged(bytes, in: head)
            }
            return brackets(bytes, at: open).map { ($0, open) }
        }
        // The argument of a call, such as `send({…})`.
        if bytes[open] == JSONByte.openBrace, isArgument(before), let form = argument(bytes, at: open) {
            return (form, open)
        }
        if separator(bytes, after: open) == "=" {
            // The members of a dictionary without its braces.
            let isMember = isAssigned && before.dropLast().allSatisfy { isName($0) || $0 == JSONByte.quote }
            return (.nsLog, isMember ? start : open)
        }
        guard isAssigned else { return logged(bytes, in: head) }
        return braces(bytes, at: open).map { ($0, open) } ?? (.javaScript, open)
    }

    /// Whether a text ends where an argument of a call begins.
    private static func isArgument(_ before: [UInt8]) -> Bool {
        guard let last = before.last, let parenthesis = before.lastIndex(of: UInt8(ascii: "(")), parenthesis > 0 else {
            return false
        }
        let isFirst = parenthesis == before.count - 1
        return isName(before[parenthesis - 1]) && (isFirst || last == JSONByte.comma)
    }

    /// The form of an object that is an argument; `nil` for a block of code and for a dictionary of NSLog.
    private static func argument(_ bytes: [UInt8], at open: Int) -> ConsoleForm? {
        switch braces(bytes, at: open) {
        case .nsLog: nil
        case .commented: .javaScript
        case let form?: form
        case nil: separator(bytes, after: open) == ":" ? .javaScript : nil
        }
    }

    /// A dictionary of NSLog after the date and the process.
    private static func logged(_ bytes: [UInt8], in head: ArraySlice<UInt8>) -> (form: ConsoleForm, start: Int)? {
        head.indices.first { head[$0] == JSONByte.openBrace && separator(bytes, after: $0) == "=" }.map { (.nsLog, $0) }
    }

    private static func arrayCall(_ bytes: [UInt8], in head: ArraySlice<UInt8>) -> (form: ConsoleForm, start: Int)? {
        guard head.first == UInt8(ascii: "$") else { return nil }
        let starts = (["array(", "array ("] as [StaticString]).compactMap { head.firstIndex(of: $0) }
        return starts.min().map { (.phpSource, $0) }
    }

    static func isName(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || (0x30...0x39).contains(byte) || [0x5F, 0x24, 0x2D, 0x2E].contains(byte)
    }

    /// The form of an object by its first key; `nil` for what looks like JSON.
    private static func braces(_ bytes: [UInt8], at open: Int) -> ConsoleForm? {
        var scanner = ConsoleScanner(bytes, from: open + 1)
        scanner.skipSpace()
        let first = scanner.next
        switch separator(bytes, after: open) {
        case "=": return .nsLog
        case "=>": return .ruby
        case ":":
            let words = ["True", "False", "None"] as [StaticString]
            if words.contains(where: { isValue($0, in: bytes) }) { return .python }
            if first == 0x27 {
                let isScript = (["true", "false", "null", "undefined"] as [StaticString]).contains {
                    isValue($0, in: bytes)
                }
                return isScript ? .javaScript : .python
            }
            if first == JSONByte.quote { return hasComment(bytes) ? .commented : nil }
            return .javaScript
        case ",": return .javaScript
        default: return hasComment(bytes) ? .commented : nil
        }
    }

    /// Whether a comment is where JSON has white space.
    private static func hasComment(_ bytes: [UInt8]) -> Bool {
        var scanner = ConsoleScanner(bytes, from: 0)
        while let byte = scanner.next {
            if byte == JSONByte.quote || byte == 0x27 || byte == UInt8(ascii: "`") {
                scanner.index += 1
                while let inner = scanner.next, inner != byte {
                    scanner.index += inner == JSONByte.backslash ? 2 : 1
                }
            } else if scanner.has("//") || scanner.has("/*") || byte == UInt8(ascii: "#") {
                return true
            }
            scanner.index += 1
        }
        return false
    }

    /// The form of a list, or of Swift's and PHP's dictionaries.
    static func brackets(_ bytes: [UInt8], at open: Int) -> ConsoleForm? {
        var scanner = ConsoleScanner(bytes, from: open + 1)
        scanner.skipSpace()
        if scanner.has("{") { return braces(bytes, at: scanner.index) }
        switch separator(bytes, after: open) {
        case ":": return .swift
        case "=>": return .phpSource
        default: return nil
        }
    }

    /// What is between the first key and its value: `:`, `=` or `=>`; a comma for a name alone, as JavaScript has it in front of
    /// other members; `nil` for anything else.
    private static func separator(_ bytes: [UInt8], after open: Int) -> String? {
        var scanner = ConsoleScanner(bytes, from: open + 1)
        scanner.skipSpace()
        var isBare = false
        if let quote = scanner.next, quote == JSONByte.quote || quote == 0x27 {
            scanner.index += 1
            while let byte = scanner.next, byte != quote { scanner.index += byte == JSONByte.backslash ? 2 : 1 }
            scanner.index += 1
        } else {
            _ = scanner.take(":")
            guard !scanner.take(until: { !isName($0) }).isEmpty else { return nil }
            isBare = true
        }
        scanner.skipSpace()
        if scanner.has("=>") { return "=>" }
        if scanner.has("=") { return "=" }
        if scanner.has(":") { return ":" }
        let isShorthand = bytes[open] == JSONByte.openBrace && isBare && scanner.take(",")
        return isShorthand && bytes[scanner.index...].contains(JSONByte.colon) ? "," : nil
    }

    /// Whether a word is where a value of an object is.
    private static func isValue(_ word: StaticString, in bytes: [UInt8]) -> Bool {
        var start = bytes.startIndex
        while let found = bytes[start...].firstIndex(of: word) {
            let before = bytes[..<found].last { !JSONByte.isWhiteSpace($0) }
            if before == JSONByte.colon || before == JSONByte.openBracket || before == JSONByte.comma { return true }
            start = found + 1
        }
        return false
    }
}

extension RandomAccessCollection<UInt8> where Index == Int {
    /// The place of the first occurrence of a text.
    func firstIndex(of text: StaticString) -> Int? {
        let wanted = Array(text.description.utf8)
        guard let first = wanted.first, count >= wanted.count else { return nil }
        var index = startIndex
        while index <= endIndex - wanted.count {
            if self[index] == first, self[index...].starts(with: wanted) { return index }
            index += 1
        }
        return nil
    }
}
