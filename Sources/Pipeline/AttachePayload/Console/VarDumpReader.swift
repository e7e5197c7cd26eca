/// The reader of PHP's var_dump, which says the kind and the length of each value.
struct VarDumpReader {
    private var scanner: ConsoleScanner

    static func read(_ bytes: [UInt8], from start: Int) throws(ConsoleFault) -> ConsoleValue {
        var reader = VarDumpReader(scanner: ConsoleScanner(bytes, from: start))
        let value = try reader.value()
        reader.scanner.skipSpace()
        guard reader.scanner.isAtEnd else { throw reader.scanner.fault("other text follows the value") }
        return value
    }

    private mutating func value() throws(ConsoleFault) -> ConsoleValue {
        scanner.skipSpace()
        if scanner.take("NULL") { return .literal("null") }
        let kind = scanner.take { $0 == UInt8(ascii: "(") || JSONByte.isWhiteSpace($0) }
        guard scanner.take("(") else { throw scanner.fault("\"\(kind.prefix(32))\" is not a value of var_dump") }
        let content = scanner.take { $0 == UInt8(ascii: ")") }
        try scanner.expect(")")
        switch kind {
        case "string": return .text(try text(of: content))
        case "int", "float":
            guard let number = ConsoleValue.number(content) else {
                throw scanner.fault("\(content.prefix(32)) is not a JSON number")
            }
            return number
        case "bool" where content == "true" || content == "false": return .literal(content)
        case "array": return .list(try members())
        case "object":
            _ = scanner.take { $0 == JSONByte.openBrace }
            return .object(try members())
        default: throw scanner.fault("\"\(kind.prefix(32))\" is not a value of var_dump")
        }
    }

    /// A text of a number of bytes, which may hold quotation marks and line breaks.
    private mutating func text(of length: String) throws(ConsoleFault) -> String {
        try scanner.expect("\"")
        guard let count = Int(length), count >= 0, count <= scanner.bytes.count - scanner.index else {
            throw scanner.fault("the text is cut off")
        }
        let text = String(decoding: scanner.bytes[scanner.index..<scanner.index + count], as: UTF8.self)
        scanner.index += count
        guard scanner.take("\"") else { throw scanner.fault("the length of a text differs from var_dump's number") }
        return text
    }

    private mutating func members() throws(ConsoleFault) -> [(key: String, value: ConsoleValue)] {
        try scanner.enter()
        defer { scanner.leave() }
        try scanner.expect("{")
        var members: [(key: String, value: ConsoleValue)] = []
        while true {
            scanner.skipSpace()
            if scanner.take("}") { return members }
            try scanner.expect("[")
            let isText = scanner.take("\"")
            let key = scanner.take { $0 == (isText ? JSONByte.quote : JSONByte.closeBracket) }
            if isText { _ = scanner.take("\"") }
            // The name of a property has its visibility after it.
            _ = scanner.take { $0 == JSONByte.closeBracket }
            try scanner.expect("]")
            try scanner.expect("=>")
            members.append((key, try value()))
        }
    }
}

/// The reader of PHP's print_r, which prints texts as they are: one with line breaks is refused.
struct PrintRReader {
    private var scanner: ConsoleScanner

    static func read(_ bytes: [UInt8], from start: Int) throws(ConsoleFault) -> ConsoleValue {
        var reader = PrintRReader(scanner: ConsoleScanner(bytes, from: start))
        _ = reader.scanner.takeLine()
        let value = try reader.container()
        reader.scanner.skipSpace()
        guard reader.scanner.isAtEnd else { throw reader.scanner.fault("other text follows the value") }
        return value
    }

    private mutating func container() throws(ConsoleFault) -> ConsoleValue {
        try scanner.enter()
        defer { scanner.leave() }
        try scanner.expect("(")
        var members: [(key: String, value: ConsoleValue)] = []
        while true {
            scanner.skipSpace()
            if scanner.take(")") { return .list(members) }
            guard scanner.take("[") else {
                throw scanner.fault(scanner.isAtEnd ? "the text is cut off" : "a text with line breaks")
            }
            let key = scanner.take { $0 == JSONByte.closeBracket || $0 == JSONByte.lineFeed }
            try scanner.expect("]")
            try scanner.expect("=>")
            let line = scanner.takeLine().drop { $0 == " " }
            let text = String(line.hasSuffix("\r") ? line.dropLast() : line)
            let isContainer = text == "Array" || text.hasSuffix(" Object")
            var rest = scanner
            rest.skipSpace()
            members.append((key, isContainer && rest.has("(") ? try container() : ConsoleValue(unquoted: text)))
        }
    }
}
