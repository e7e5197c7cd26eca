/// A writer of compact JSON text that adds commas and colons.
///
/// The caller pairs `begin` and `end` calls and writes a key before each member's value.
@usableFromInline package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8] = []
    /// Whether the next value or key needs a comma before it.
    private var needsComma = false

    /// Creates a writer with room for `capacity` bytes.
    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    package mutating func beginObject() { begin(JSONByte.openBrace) }

    package mutating func endObject() { end(JSONByte.closeBrace) }

    package mutating func beginArray() { begin(JSONByte.openBracket) }

    package mutating func endArray() { end(JSONByte.closeBracket) }

    /// Writes the key of the next value; `name` is not escaped yet.
    package mutating func key(_ name: String) {
        separate()
        appendQuoted(name)
        bytes.append(JSONByte.colon)
        needsComma = false
    }

    /// Writes a string; `text` is not escaped yet.
    package mutating func string(_ text: String) {
        separate()
        appendQuoted(text)
    }

    /// Writes the text of a string of a document.
    package mutating func string(_ value: JSONValue) {
        let (bytes, node) = (value.storage.bytes, value.node)
        // A text that needs no escapes, and has none, is copied as it is.
        let end = JSONStringScanner.unescapedEnd(bytes.span, from: node.contents.lowerBound)
        guard !node.hasEscapes, end == node.contents.upperBound else { return string(value.storage.string(node)) }
        separate()
        self.bytes.append(copying: bytes.span.extracting(node.range))
    }

    /// Writes a string that ends with `#` and a number of 0 or more; `text` is not escaped yet.
    package mutating func string(_ text: String, number: Int) {
        string(text)
        bytes.removeLast()
        bytes.append(UInt8(ascii: "#"))
        appendDigits(UInt(number))
        bytes.append(JSONByte.quote)
    }

    @inlinable package mutating func integer(_ value: some BinaryInteger) {
        raw(value.description.utf8)
    }

    /// Writes a number, usually milliseconds, rounded to three decimal places without trailing zeros; `null` for
    /// infinity and NaN.
    package mutating func decimal(_ value: Double) {
        // Rounds half away from zero; `rounded()` would link the C mathematics library.
        let thousandths = (value * 1000).magnitude + 0.5
        // From 2^52 on a double has no fraction to round.
        guard thousandths < 0x1p52 else { return number(value) }
        let magnitude = UInt(thousandths)
        separate()
        if value < 0 && magnitude > 0 { bytes.append(JSONByte.minus) }
        appendDigits(magnitude / 1000)
        var rest = magnitude % 1000
        guard rest > 0 else { return }
        bytes.append(JSONByte.point)
        while rest > 0 {
            bytes.append(JSONByte.zero + UInt8(truncatingIfNeeded: rest / 100))
            rest = rest % 100 * 10
        }
    }

    /// Writes a number with the digits needed to read the same value back; `null` for infinity and NaN.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return null() }
        var text = value.description
        if text.hasSuffix(".0") { text.removeLast(2) }
        raw(text.utf8)
    }

    package mutating func boolean(_ value: Bool) {
        raw((value ? "true" : "false").utf8)
    }

    package mutating func null() {
        raw("null".utf8)
    }

    /// Writes one complete value that is JSON text already.
    package mutating func raw(_ text: [UInt8]) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Writes one complete value that is JSON text already.
    @usableFromInline package mutating func raw(_ text: String.UTF8View) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Writes one complete value that is a range of a JSON text.
    package mutating func raw(_ text: [UInt8], _ range: Range<Int>) {
        separate()
        bytes.append(contentsOf: text[range])
    }

    /// Makes room for `byteCount` more bytes.
    package mutating func reserve(_ byteCount: Int) { bytes.reserveCapacity(bytes.count + byteCount) }

    /// Writes a line of NDJSON that is JSON text already.
    package mutating func line(copying text: Span<UInt8>) {
        bytes.append(copying: text)
        bytes.append(JSONByte.lineFeed)
    }

    /// Ends a line of NDJSON.
    package mutating func endLine() {
        bytes.append(JSONByte.lineFeed)
        needsComma = false
    }

    /// Appends complete lines, including their line feeds.
    package mutating func appendLines(_ lines: [UInt8]) {
        bytes.append(contentsOf: lines)
    }

    /// Removes all text and keeps the capacity.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        needsComma = false
    }

    private mutating func appendDigits(_ number: UInt) {
        // `UInt.max` has 20 digits; they are filled from the end.
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

    private mutating func separate() {
        if needsComma {
            bytes.append(JSONByte.comma)
        }
        needsComma = true
    }

    /// Writes a string and escapes what RFC 8259 §7 requires (quotation marks, backslashes and control characters) and
    /// the other hidden characters with an effect, which a terminal or an editor would obey.
    private mutating func appendQuoted(_ text: String) {
        bytes.append(JSONByte.quote)
        let start = bytes.count
        bytes.append(contentsOf: text.utf8)
        if JSONStringScanner.unescapedEnd(bytes.span, from: start) < bytes.count {
            bytes.removeSubrange(start...)
            for scalar in text.unicodeScalars {
                if scalar.isHiddenControl {
                    bytes.append(contentsOf: (scalar.value < 0x100 ? "\\u00" : "\\u").utf8)
                    bytes.append(contentsOf: String(scalar.value, radix: 16).utf8)
                } else {
                    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { appendEscaped(byte) }
                }
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
