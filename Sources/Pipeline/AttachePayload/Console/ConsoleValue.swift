/// A value as a console printed it.
indirect enum ConsoleValue {
    case text(String)
    /// A number, `true`, `false` or `null` as JSON has it.
    case literal(String)
    case array([ConsoleValue])
    case object([(key: String, value: ConsoleValue)])

    /// The most containers around a value.
    static let depthLimit = 64

    /// The value as JSON text.
    var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    private func write(to writer: inout JSONWriter) {
        switch self {
        case .text(let text): writer.string(text)
        case .literal(let text): writer.raw(Array(text.utf8))
        case .array(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .object(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.key)
                member.value.write(to: &writer)
            }
            writer.endObject()
        }
    }

    /// The value of a text without quotation marks: a number where it is one, otherwise the text.
    init(unquoted text: String) {
        switch text {
        case "<null>", "(null)": self = .literal("null")
        default: self = ConsoleValue.number(text) ?? .text(text)
        }
    }

    /// The value as a key; `nil` for one that is none.
    var keyText: String? {
        switch self {
        case .text(let text), .literal(let text): text
        case .array, .object: nil
        }
    }

    /// A number as JSON writes it; `nil` for any other text.
    static func number(_ text: String) -> ConsoleValue? {
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            JSONDocument.isCompleteValue(Array(text.utf8))
        else { return nil }
        return .literal(text)
    }

    /// An array for the keys 0, 1, 2 and so on, as in PHP; otherwise an object.
    static func list(_ members: [(key: String, value: ConsoleValue)]) -> ConsoleValue {
        let isList = members.enumerated().allSatisfy { $0.element.key == String($0.offset) }
        return isList ? .array(members.map(\.value)) : .object(members)
    }
}

/// A place in the text of a console.
struct ConsoleScanner {
    let bytes: [UInt8]
    var index: Int
    private(set) var depth = 0

    init(_ bytes: [UInt8], from start: Int) {
        self.bytes = bytes
        index = start
    }

    /// The next byte; `nil` at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }
    var isAtEnd: Bool { index >= bytes.count }

    mutating func skipSpace() {
        while let byte = next, JSONByte.isWhiteSpace(byte) { index += 1 }
    }

    /// Moves over a text if it comes next.
    mutating func take(_ text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard has(text) else { return false }
        index += count
        return true
    }

    func has(_ text: StaticString) -> Bool {
        bytes[min(index, bytes.count)...].starts(with: text.description.utf8)
    }

    /// Moves over white space and a text; throws where another comes.
    mutating func expect(_ text: StaticString) throws(ConsoleFault) {
        skipSpace()
        guard take(text) else { throw fault("\(text) is expected") }
    }

    /// The bytes up to one for which a condition holds, or up to the end.
    mutating func take(until isEnd: (UInt8) -> Bool) -> String {
        let start = index
        while let byte = next, !isEnd(byte) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    mutating func takeLine() -> String {
        defer { index = min(index + 1, bytes.count) }
        return take { $0 == JSONByte.lineFeed }
    }

    /// Reads a value inside one more container.
    mutating func enter() throws(ConsoleFault) {
        depth += 1
        guard depth <= ConsoleValue.depthLimit else {
            throw ConsoleFault("it is nested deeper than \(ConsoleValue.depthLimit)")
        }
    }

    mutating func leave() { depth -= 1 }

    /// A fault at this place.
    func fault(_ cause: String) -> ConsoleFault {
        let position = JSONPosition(offset: min(index, bytes.count), in: bytes.span)
        return ConsoleFault("\(cause) at line \(position.line), column \(position.column)")
    }
}
