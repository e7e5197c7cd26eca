/// Reads property lists of the old style, which Xcode's project files have: `{ key = value; }`, `( value, )`, texts with and
/// without quotes, and comments.
///
/// It takes linear time, and nesting is limited, so that a hostile file costs little.
struct OldStylePropertyList {
    /// What ends the reading: the place and a few words.
    struct Fault: Error, Equatable {
        let mark: FileMark
        let message: String
    }

    private let bytes: [UInt8]
    private var position = 0
    private var cursor: MarkCursor

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        cursor = MarkCursor(bytes)
    }

    /// Reads a whole file; throws the first fault.
    static func read(_ bytes: [UInt8]) throws(Fault) -> MarkedValue {
        var reader = OldStylePropertyList(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.position = 3 }
        let value = try reader.value(depth: 0)
        try reader.skipSpace()
        guard reader.position == bytes.count else { throw reader.fault("there is text after the end of the value") }
        return value
    }

    private mutating func value(depth: Int) throws(Fault) -> MarkedValue {
        guard depth <= PropertyListLimits.depth else { throw fault("the values are nested too deeply") }
        try skipSpace()
        let mark = cursor.mark(at: position)
        switch byte {
        case UInt8(ascii: "{"): return MarkedValue(.mapping(try members(depth: depth)), at: mark)
        case UInt8(ascii: "("): return MarkedValue(.list(try elements(depth: depth)), at: mark)
        case UInt8(ascii: "<"): return MarkedValue(.text(try data()), at: mark)
        default: return MarkedValue(.text(try text()), at: mark)
        }
    }

    private mutating func members(depth: Int) throws(Fault) -> [MarkedValue.Member] {
        position += 1
        var members: [MarkedValue.Member] = []
        while true {
            try skipSpace()
            if take("}") { return members }
            let mark = cursor.mark(at: position)
            let key = try text()
            try skipSpace()
            guard take("=") else { throw fault("expected = after the key \(key.prefix(40))") }
            let value = try value(depth: depth + 1)
            members.append(MarkedValue.Member(key: key, mark: mark, value: value))
            try skipSpace()
            guard take(";") || byte == UInt8(ascii: "}") else { throw fault("expected ; after the value") }
        }
    }

    private mutating func elements(depth: Int) throws(Fault) -> [MarkedValue] {
        position += 1
        var elements: [MarkedValue] = []
        while true {
            try skipSpace()
            if take(")") { return elements }
            elements.append(try value(depth: depth + 1))
            try skipSpace()
            guard take(",") || byte == UInt8(ascii: ")") else { throw fault("expected , after the element") }
        }
    }

    /// The digits between angle brackets, which no project needs.
    private mutating func data() throws(Fault) -> String {
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: ">")) else { throw fault("< does not end") }
        defer { position = end + 1 }
        return String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
    }

    private mutating func text() throws(Fault) -> String {
        guard let quote = byte else { throw fault("the text ends too early") }
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") { return try quoted(quote) }
        let start = position
        while let byte, Self.isWord(byte) { position += 1 }
        guard position > start else { throw fault("a character that begins no value") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func quoted(_ quote: UInt8) throws(Fault) -> String {
        let start = position
        position += 1
        var text: [UInt8] = []
        while let byte {
            position += 1
            if byte == quote { return String(decoding: text, as: UTF8.self) }
            if byte == UInt8(ascii: "\\") { text += escaped() } else { text.append(byte) }
        }
        position = start
        throw fault("the text does not end")
    }

    /// The bytes that an escape stands for; the backslash is read.
    private mutating func escaped() -> [UInt8] {
        guard let first = byte else { return [] }
        position += 1
        switch first {
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "U"), UInt8(ascii: "u"):
            return digits(limit: 4, radix: 16).flatMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) } ?? []
        case UInt8(ascii: "0")...UInt8(ascii: "7"):
            position -= 1
            return digits(limit: 3, radix: 8).flatMap { Unicode.Scalar($0) }.map { Array(String($0).utf8) } ?? []
        default: return [first]
        }
    }

    private mutating func digits(limit: Int, radix: UInt32) -> UInt32? {
        var value: UInt32?
        for _ in 0..<limit {
            guard let byte, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { break }
            value = (value ?? 0) * radix + UInt32(digit)
            position += 1
        }
        return value
    }

    private mutating func skipSpace() throws(Fault) {
        while let byte {
            if [0x20, 0x09, 0x0A, 0x0D].contains(byte) {
                position += 1
            } else if starts(with: "//") {
                position = bytes[position...].firstIndex(of: 0x0A) ?? bytes.count
            } else if starts(with: "/*") {
                let start = position
                position += 2
                while position < bytes.count, !starts(with: "*/") { position += 1 }
                guard position < bytes.count else {
                    position = start
                    throw fault("/* does not end")
                }
                position += 2
            } else {
                return
            }
        }
    }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

    private mutating func take(_ character: Character) -> Bool {
        guard let byte, byte == character.asciiValue else { return false }
        position += 1
        return true
    }

    private mutating func fault(_ message: String) -> Fault {
        Fault(mark: cursor.mark(at: position), message: message)
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), UInt8(ascii: "+"),
            UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "@"), 0x80...:
            true
        default: false
        }
    }
}
