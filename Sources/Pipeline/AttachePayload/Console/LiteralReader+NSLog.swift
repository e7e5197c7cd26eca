/// The values that NSLog prints.
extension LiteralReader {
    /// A value as NSLog prints it: texts of letters and digits have no quotation marks.
    mutating func plainValue() throws(ConsoleFault) -> ConsoleValue {
        skipSpace()
        switch scanner.next {
        case JSONByte.openBrace: return try braces()
        case UInt8(ascii: "("):
            return try plainList()
        case JSONByte.quote:
            let text = try ConsoleString.read(&scanner, .nsLog)
            return text == "<null>" ? .literal("null") : .text(text)
        case UInt8(ascii: "<"): throw scanner.fault("data")
        default:
            let text = scanner.take { JSONByte.isWhiteSpace($0) || [0x3B, 0x2C, 0x29, 0x7D].contains($0) }
            guard !text.isEmpty else { throw scanner.fault("a value is expected") }
            return ConsoleValue(unquoted: text)
        }
    }

    private mutating func plainList() throws(ConsoleFault) -> ConsoleValue {
        try scanner.enter()
        defer { scanner.leave() }
        _ = scanner.take("(")
        var elements: [ConsoleValue] = []
        while true {
            skipSpace()
            if scanner.take(")") { return .array(elements) }
            elements.append(try plainValue())
            try endElement(before: UInt8(ascii: ")"))
        }
    }
}
