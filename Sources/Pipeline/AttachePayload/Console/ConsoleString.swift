/// The reader of texts in quotation marks, with the escapes of the language.
enum ConsoleString {
    private static let escapes: [UInt8: UInt8] = [
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "b"): 0x08, UInt8(ascii: "v"): 0x0B, UInt8(ascii: "a"): 0x07, UInt8(ascii: "e"): 0x1B,
    ]

    /// Reads a text from its quotation mark on; the scanner is after it then.
    static func read(_ scanner: inout ConsoleScanner, _ form: ConsoleForm) throws(ConsoleFault) -> String {
        guard let quote = scanner.next else { throw scanner.fault("the text is cut off") }
        scanner.index += 1
        // UTF-16, in which NSLog and JavaScript write characters as halves of a pair.
        var units: [UInt16] = []
        var plain: [UInt8] = []
        func flush() { units += String(decoding: plain, as: UTF8.self).utf16 }
        while let byte = scanner.next {
            scanner.index += 1
            if byte == quote {
                flush()
                return String(decoding: units, as: UTF16.self)
            }
            guard byte == JSONByte.backslash, let escaped = scanner.next else {
                plain.append(byte)
                continue
            }
            if form == .swiftSource, escaped == UInt8(ascii: "(") { throw scanner.fault("a text has a variable") }
            // A single quote of PHP and Ruby knows two escapes.
            if quote == 0x27, form == .phpSource || form == .ruby, escaped != quote, escaped != JSONByte.backslash {
                plain.append(byte)
                continue
            }
            scanner.index += 1
            if let unit = escapes[escaped], form != .nsLog || [0x0A, 0x09, 0x0D].contains(unit) {
                plain.append(unit)
            } else if let code = try code(escaped, &scanner, form) {
                flush()
                plain = []
                units += code
            } else {
                plain.append(escaped)
            }
        }
        throw scanner.fault("a quotation mark is missing")
    }

    /// The character of an escape with a number; `nil` for an escape without.
    private static func code(
        _ letter: UInt8,
        _ scanner: inout ConsoleScanner,
        _ form: ConsoleForm
    ) throws(ConsoleFault) -> [UInt16]? {
        switch letter {
        case UInt8(ascii: "x"): return try number(2, &scanner)
        case UInt8(ascii: "u"):
            guard scanner.take("{") else { return try number(4, &scanner) }
            let digits = scanner.take { $0 == JSONByte.closeBrace }
            guard scanner.take("}"), let units = units(of: digits) else {
                throw scanner.fault("an invalid escape")
            }
            return units
        case UInt8(ascii: "U"): return try number(form == .python ? 8 : 4, &scanner)
        default: return nil
        }
    }

    private static func number(_ count: Int, _ scanner: inout ConsoleScanner) throws(ConsoleFault) -> [UInt16] {
        let end = min(scanner.index + count, scanner.bytes.count)
        let digits = String(decoding: scanner.bytes[scanner.index..<end], as: UTF8.self)
        guard digits.utf8.count == count, let units = units(of: digits) else {
            throw scanner.fault("an invalid escape")
        }
        scanner.index = end
        return units
    }

    /// The units of a code point in hexadecimal; one half of a pair is one unit.
    private static func units(of digits: String) -> [UInt16]? {
        guard let value = UInt32(digits, radix: 16), !digits.hasPrefix("+"), !digits.hasPrefix("-") else { return nil }
        if let unit = UInt16(exactly: value) { return [unit] }
        return Unicode.Scalar(value).map { Array(String(Character($0)).utf16) }
    }
}
