/// Writes compact JSON text, value by value; commas and colons come by themselves.
///
/// The caller opens and closes in pairs and gives each member a key before its value.
package struct JSONWriter: Sendable {
    /// The text so far.
    package private(set) var bytes: [UInt8] = []
    /// Whether a value stands before the next one at the same level.
    private var needsComma = false

    /// Creates a writer.
    ///
    /// - Parameter capacity: How many bytes to make room for at once.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Begins an object.
    package mutating func beginObject() { begin(JSONByte.openBrace) }

    /// Ends the innermost object.
    package mutating func endObject() { end(JSONByte.closeBrace) }

    /// Begins an array.
    package mutating func beginArray() { begin(JSONByte.openBracket) }

    /// Ends the innermost array.
    package mutating func endArray() { end(JSONByte.closeBracket) }

    /// Writes the key of the value that comes next.
    ///
    /// - Parameter name: The key, not escaped.
    package mutating func key(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(JSONByte.colon)
        needsComma = false
    }

    /// Writes a string.
    ///
    /// - Parameter text: The text, not escaped.
    package mutating func string(_ text: String) {
        separate()
        appendQuoted(text)
    }

    /// Writes a string that ends with `#` and a number.
    ///
    /// - Parameters:
    ///   - text: The text before, not escaped.
    ///   - number: The number, 0 or more.
    package mutating func string(_ text: String, number: Int) {
        string(text)
        bytes.removeLast()
        bytes.append(UInt8(ascii: "#"))
        appendDigits(UInt(number))
        bytes.append(JSONByte.quote)
    }

    /// Writes an integer.
    ///
    /// - Parameter value: Any integer.
    package mutating func integer(_ value: some BinaryInteger) {
        raw(value.description.utf8)
    }

    /// Writes a number rounded to three decimal places, without trailing zeros; for milliseconds.
    ///
    /// - Parameter value: Any number; `null` is written for infinity and NaN, which JSON does not have.
    package mutating func decimal(_ value: Double) {
        // Halves go away from zero; `rounded()` would tie this module to the C library's mathematics.
        let thousandths = (value * 1000).magnitude + 0.5
        // Beyond 2^52 a double has no halves to round.
        guard thousandths < 0x1p52 else { return number(value) }
        let magnitude = UInt(thousandths)
        separate()
        if value < 0 && magnitude > 0 { bytes.append(JSONByte.minus) }
        appendDigits(magnitude / 1000)
        var rest = magnitude % 1000
        guard rest > 0 else { return }
        bytes.append(JSONByte.point)
        // Places in turn, until nothing but zeros is left.
        while rest > 0 {
            bytes.append(JSONByte.zero + UInt8(truncatingIfNeeded: rest / 100))
            rest = rest % 100 * 10
        }
    }

    /// Writes a number with as many digits as it takes to read the same number back.
    ///
    /// - Parameter value: Any number; `null` is written for infinity and NaN, which JSON does not have.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        let text = value.description
        raw((text.hasSuffix(".0") ? text.dropLast(2) : text[...]).utf8)
    }

    /// Writes `true` or `false`.
    ///
    /// - Parameter value: Which of them.
    package mutating func boolean(_ value: Bool) {
        raw((value ? "true" : "false").utf8)
    }

    /// Writes `null`.
    package mutating func null() {
        raw("null".utf8)
    }

    /// Writes a value that is JSON text already.
    ///
    /// - Parameter text: One complete value.
    package mutating func raw(_ text: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Writes a value that is part of a JSON text already.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - range: Where one complete value stands in it.
    package mutating func raw(_ text: [UInt8], _ range: Range<Int>) {
        separate()
        bytes.append(contentsOf: text[range])
    }

    /// Ends the line of a text that has one value on each.
    package mutating func endLine() {
        bytes.append(JSONByte.lineFeed)
        needsComma = false
    }

    /// Adds lines that somebody else has written.
    ///
    /// - Parameter lines: Whole lines, their ends included.
    package mutating func appendLines(_ lines: [UInt8]) {
        bytes.append(contentsOf: lines)
    }

    /// Forgets what has been written, and keeps the room for more.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    /// Adds a number's decimal digits.
    private mutating func appendDigits(_ number: UInt) {
        // As many digits as the largest number has, filled from the end.
        var digits = InlineArray<20, UInt8>(repeating: 0)
        var first = digits.count
        var rest = number
        repeat {
            first -= 1
            digits[first] = JSONByte.zero + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        } while rest > 0
        for index in first..<digits.count { bytes.append(digits[index]) }
    }

    private mutating func begin(_ bracket: UInt8) {
        separate()
        bytes.append(bracket)
        needsComma = false
    }

    private mutating func end(_ bracket: UInt8) {
        bytes.append(bracket)
        needsComma = true
    }

    /// Writes the comma that is due before a value or key.
    private mutating func separate() {
        if needsComma {
            bytes.append(JSONByte.comma)
        }
        needsComma = true
    }

    /// Writes a string, escaping only what RFC 8259 §7 demands: quotation marks, backslashes and control characters.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(JSONByte.quote)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if JSONStringScanner.needsEscape(bytes.span, from: start) {
            bytes.removeSubrange(start...)
            for byte in text.utf8 {
                appendEscaped(byte)
            }
        }
        bytes.append(JSONByte.quote)
    }

    private mutating func appendEscaped(_ byte: UInt8) {
        switch byte {
        case JSONByte.quote, JSONByte.backslash: bytes.append(contentsOf: [JSONByte.backslash, byte])
        case 0x08: bytes.append(contentsOf: "\\b".utf8)
        case JSONByte.tab: bytes.append(contentsOf: "\\t".utf8)
        case JSONByte.lineFeed: bytes.append(contentsOf: "\\n".utf8)
        case 0x0C: bytes.append(contentsOf: "\\f".utf8)
        case JSONByte.carriageReturn: bytes.append(contentsOf: "\\r".utf8)
        case ..<JSONByte.space:
            bytes.append(contentsOf: (byte < 0x10 ? "\\u000" : "\\u00").utf8)
            bytes.append(contentsOf: String(byte, radix: 16).utf8)
        default: bytes.append(byte)
        }
    }
}
