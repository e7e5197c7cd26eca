/// The reader of literals of languages: dictionaries of Python, JavaScript, Ruby, PHP and Swift, and what NSLog prints.
///
/// The first separator of a dictionary says how its values end: after `=` they end with semicolons, and otherwise with
/// commas. A text that leaves a doubt is refused.
struct LiteralReader {
    var scanner: ConsoleScanner
    private let form: ConsoleForm
    /// The dictionaries of Swift around a value.
    private var openCount = 0
    private var variables = ScriptVariables()

    static func read(
        _ bytes: [UInt8],
        from start: Int,
        _ form: ConsoleForm
    ) throws(ConsoleFault) -> (value: ConsoleValue, names: [String], unknown: [String]) {
        var reader = LiteralReader(scanner: ConsoleScanner(bytes, from: start), form: form)
        let first = start < bytes.count ? bytes[start] : 0
        let isOpen = [JSONByte.openBrace, JSONByte.openBracket, UInt8(ascii: "(")].contains(first)
        let value =
            form == .nsLog && !isOpen ? ConsoleValue.object(try reader.members(until: nil)) : try reader.value()
        let end = reader.scanner.index
        reader.skipSpace()
        _ = reader.scanner.take(";")
        _ = reader.scanner.take(")")
        reader.skipSpace()
        guard reader.scanner.isAtEnd || form == .javaScript && reader.isAtCode(since: end) else {
            throw reader.scanner.fault("other text follows the value")
        }
        return (value, reader.variables.names, reader.variables.unknown)
    }

    /// Whether only code follows the value, such as the call that sends it, and no other object that may be the one that counts.
    private func isAtCode(since end: Int) -> Bool {
        let isEnd = scanner.bytes[end..<scanner.index].contains { ");\n".utf8.contains($0) }
        guard isEnd || scanner.has(",") else { return false }
        let rest = scanner.bytes[scanner.index...].filter { !JSONByte.isWhiteSpace($0) }
        return !(["({", ",{", "={", "aps"] as [StaticString]).contains { rest.firstIndex(of: $0) != nil }
    }

    mutating func skipSpace() {
        scanner.skipSpace()
        guard [.javaScript, .phpSource, .commented, .swift, .swiftSource].contains(form) else { return }
        let hasHash = form == .phpSource || form == .commented
        while true {
            if scanner.has("//") || hasHash && scanner.has("#") {
                _ = scanner.takeLine()
            } else if scanner.take("/*") {
                while !scanner.isAtEnd, !scanner.take("*/") { scanner.index += 1 }
            } else {
                return
            }
            scanner.skipSpace()
        }
    }

    private mutating func value() throws(ConsoleFault) -> ConsoleValue {
        skipSpace()
        switch scanner.next {
        case JSONByte.openBrace: return try braces()
        case JSONByte.openBracket: return try list(from: "[", to: "]")
        case UInt8(ascii: "("): return try list(from: "(", to: ")")
        case JSONByte.quote, 0x27, UInt8(ascii: "`"): return .text(try ConsoleString.read(&scanner, form))
        case nil: throw scanner.fault("the text is cut off")
        default: return try word()
        }
    }

    /// A dictionary in braces.
    mutating func braces() throws(ConsoleFault) -> ConsoleValue {
        try scanner.enter()
        defer { scanner.leave() }
        _ = scanner.take("{")
        return .object(try members(until: JSONByte.closeBrace))
    }

    /// The members of a dictionary up to its end, which is taken.
    private mutating func members(until end: UInt8?) throws(ConsoleFault) -> [(key: String, value: ConsoleValue)] {
        // The next element of a list around it has the list's key again.
        let outer = variables.key
        defer { variables.key = outer }
        var members: [(key: String, value: ConsoleValue)] = []
        while true {
            skipSpace()
            if let end, scanner.next == end {
                scanner.index += 1
                return members
            }
            if end == nil, scanner.isAtEnd { return members }
            let key = try key()
            skipSpace()
            if form == .javaScript, scanner.has(",") || scanner.next == end {
                // A variable under its own name.
                members.append((key, variables.standIn(for: key, under: key)))
                try endElement(before: end)
            } else if scanner.take("=>") || scanner.take(":") {
                variables.key = key
                members.append((key, try value()))
                try endElement(before: end)
            } else if scanner.take("=") {
                members.append((key, try plainValue()))
                try scanner.expect(";")
            } else {
                throw scanner.fault("a key without a value")
            }
        }
    }

    /// Takes a comma, or leaves the end of the container.
    mutating func endElement(before end: UInt8?) throws(ConsoleFault) {
        skipSpace()
        if scanner.take(",") || scanner.next == end { return }
        throw scanner.fault(scanner.isAtEnd ? "the text is cut off" : "a comma is expected")
    }

    private mutating func key() throws(ConsoleFault) -> String {
        if scanner.has("AnyHashable(") { return try hashable() }
        if let quote = scanner.next, quote == JSONByte.quote || quote == 0x27 {
            return try ConsoleString.read(&scanner, form)
        }
        // Ruby's symbols.
        if scanner.take(":"), scanner.has("\"") { return try ConsoleString.read(&scanner, form) }
        let name = scanner.take { !ConsoleMark.isName($0) }
        guard !name.isEmpty else { throw scanner.fault("a key is expected") }
        return name
    }

    /// A list, or a dictionary of Swift or PHP, which have the same brackets.
    private mutating func list(from open: StaticString, to close: StaticString) throws(ConsoleFault) -> ConsoleValue {
        try scanner.enter()
        defer { scanner.leave() }
        openCount += 1
        defer { openCount -= 1 }
        _ = scanner.take(open)
        let end = close.description.utf8.first
        var elements: [ConsoleValue] = []
        var members: [(key: String, value: ConsoleValue)] = []
        skipSpace()
        // Swift's empty dictionary.
        if end == JSONByte.closeBracket, scanner.take(":]") { return .object([]) }
        while true {
            skipSpace()
            if scanner.take(close) { break }
            if scanner.has("AnyHashable(") {
                let key = try hashable()
                try scanner.expect(":")
                members.append((key, try swiftValue(endsAtKey: openCount == 1)))
            } else {
                let element = form == .nsLog && end == UInt8(ascii: ")") ? try plainValue() : try value()
                skipSpace()
                if scanner.take("=>") || ([.swift, .swiftSource].contains(form) && scanner.take(":")) {
                    guard let key = element.keyText else { throw scanner.fault("a key is expected") }
                    members.append((key, form == .swift ? try swiftValue(endsAtKey: false) : try value()))
                } else {
                    elements.append(element)
                }
            }
            try endElement(before: end)
        }
        guard members.isEmpty || elements.isEmpty else { throw scanner.fault("keys and elements are mixed") }
        return members.isEmpty ? .array(elements) : form == .phpSource ? .list(members) : .object(members)
    }

    /// `AnyHashable("aps")`.
    private mutating func hashable() throws(ConsoleFault) -> String {
        _ = scanner.take("AnyHashable(")
        let key = try value()
        try scanner.expect(")")
        guard let text = key.keyText else { throw scanner.fault("a key is expected") }
        return text
    }

    /// A value in Swift's dictionary, where a text of Foundation has no quotation marks.
    ///
    /// In the outermost dictionary of `AnyHashable` such a text ends before the next key, or with the last bracket; in any
    /// other with the next comma or bracket.
    private mutating func swiftValue(endsAtKey: Bool) throws(ConsoleFault) -> ConsoleValue {
        scanner.skipSpace()
        if scanner.has("{") || scanner.has("(") { return try plainValue() }
        if scanner.has("[") || scanner.has("\"") || scanner.has("Optional(") || scanner.has("AnyHashable(") {
            return try value()
        }
        let start = scanner.index
        var last = start
        if endsAtKey {
            while !scanner.isAtEnd, !scanner.has(", AnyHashable(") {
                if scanner.next == JSONByte.closeBracket { last = scanner.index }
                scanner.index += 1
            }
            if scanner.isAtEnd { scanner.index = last }
        } else {
            _ = scanner.take { $0 == JSONByte.comma || $0 == JSONByte.closeBracket }
        }
        let text = String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self)
        guard !text.isEmpty, !scanner.isAtEnd else { throw scanner.fault("the text is cut off") }
        switch text {
        case "true", "false": return .literal(text)
        case "nil": return .literal("null")
        default: return ConsoleValue(unquoted: text)
        }
    }

    /// A word: a constant, a number, or a call around a value.
    private mutating func word() throws(ConsoleFault) -> ConsoleValue {
        for call in ["Optional(", "AnyHashable("] as [StaticString] where scanner.take(call) {
            try scanner.enter()
            defer { scanner.leave() }
            let inner = try value()
            try scanner.expect(")")
            return inner
        }
        for call in ["array (", "array("] as [StaticString] where scanner.has(call) {
            _ = scanner.take("array")
            scanner.skipSpace()
            return try list(from: "(", to: ")")
        }
        if scanner.take(":") {
            if scanner.has("\"") { return .text(try ConsoleString.read(&scanner, form)) }
            return .text(scanner.take { !ConsoleMark.isName($0) })
        }
        let word = scanner.take { !ConsoleMark.isName($0) && $0 != JSONByte.plus }
        if form == .javaScript, word == "JSON.stringify", scanner.take("(") {
            try scanner.enter()
            defer { scanner.leave() }
            let inner = try value()
            try scanner.expect(")")
            return .text(String(decoding: inner.json, as: UTF8.self))
        }
        switch word {
        case "true", "True", "TRUE", "YES": return .literal("true")
        case "false", "False", "FALSE", "NO": return .literal("false")
        case "null", "None", "nil", "NULL", "undefined": return .literal("null")
        // Prefixes of Python's strings.
        case "u", "b", "r":
            guard form == .python, scanner.next == JSONByte.quote || scanner.next == 0x27 else { break }
            return .text(try ConsoleString.read(&scanner, form))
        case "Object", "Array": throw scanner.fault("[\(word)] is printed for a value that was left out")
        default: break
        }
        if let number = ConsoleValue.number(word) { return number }
        if form == .javaScript, ScriptVariables.isName(word) {
            skipSpace()
            guard scanner.has(",") || scanner.has("}") || scanner.has("]") || scanner.has(")") else {
                throw scanner.fault("\"\(word.prefix(32))\" begins an expression")
            }
            return variables.standIn(for: word, under: variables.key)
        }
        throw scanner.fault(word.isEmpty ? "a value is expected" : "\"\(word.prefix(32))\" is not a value")
    }
}
