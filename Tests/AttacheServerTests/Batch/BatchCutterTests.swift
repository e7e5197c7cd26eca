import AttacheCore
import Testing

@testable import AttacheServer

@Suite("Cutting a batch into items", .timeLimit(.minutes(1)))
struct BatchCutterTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let body: String
        let items: [String]

        init(_ name: String, _ body: String, _ items: [String]) {
            (self.name, self.body, self.items) = (name, body, items)
        }

        var testDescription: String { name }
    }

    private static let rows = [
        Row("nothing", "", []),
        Row("white space", " \n\r\n ", []),
        Row("one line", #"{"a":1}"#, [#"1 {"a":1}"#]),
        Row("lines", "{}\n[]\n3\n", ["1 {}", "2 []", "3 3"]),
        Row("lines without the last end", "{}\n{\"a\":1}", ["1 {}", #"2 {"a":1}"#]),
        Row("lines with carriage returns and blanks", "{}\r\n\r\n  {}\r\n", ["1 {}", "3   {}"]),
        Row("an empty array", " [ ] ", []),
        Row("an array", #"[{"a":[1,2]},{"b":"],\"}{["} , 3]"#, [#"1 {"a":[1,2]}"#, #"2 {"b":"],\"}{["} "#, "3 3"]),
        Row("an array over lines", "[\n{\n\"a\":1},\n{}\n]\n", ["1 \n{\n\"a\":1}", "2 {}\n"]),
        Row("an array that is not closed", #"[{},{"a":"#, ["1 {}", #"2 {"a":"#]),
        Row("an array with a comma too many", "[{},]", ["1 {}", "2 "]),
        Row("something behind the array", "[{}] {}", ["1 {}", "2  {}"]),
        Row("a brace too many", "[{}}]", ["1 {}}"]),
    ]

    @Test("Each item once, however the body arrives", arguments: rows, [1, 2, 3, 7, 1000])
    func items(_ row: Row, pieceSize: Int) {
        #expect(Self.cut(Array(row.body.utf8), pieceSize: pieceSize) == row.items)
    }

    @Test("An item over the limit is told as too long, and the rest goes on", arguments: [false, true])
    func limit(asArray: Bool) {
        let fits = "\"" + String(repeating: "x", count: 98) + "\""
        let exceeds = "\"" + String(repeating: "x", count: 99) + "\""
        let body = asArray ? "[\(fits),\(exceeds),1]" : "\(fits)\n\(exceeds)\n1\n"
        let items = Self.cut(Array(body.utf8), pieceSize: 10)
        #expect(items == ["1 \(fits)", "2 too long", "3 1"])
    }

    @Test("An element that never ends is looked at once")
    func work() {
        // Looking again at everything with each piece would take hours.
        let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        let buffer = BatchBuffer(itemLimit: 100)
        var cutter = BatchCutter(itemLimit: 100)
        var bytes = Array("[\"".utf8)
        for _ in 0..<256 {
            bytes += piece
            #expect(cutter.cut(bytes[...], isAtEnd: false)?.count == nil)
        }
        buffer.finish()
    }

    private static func cut(_ body: [UInt8], pieceSize: Int) -> [String] {
        var cutter = BatchCutter(itemLimit: 100)
        var items: [String] = []
        var rest: [UInt8] = []
        var offset = 0
        while true {
            let isAtEnd = offset == body.count
            if let (unit, count) = cutter.cut(rest[...], isAtEnd: isAtEnd) {
                rest.removeFirst(count)
                var unit = unit
                while let item = unit.next(at: .now) {
                    let text =
                        switch item.content {
                        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
                        default: "too long"
                        }
                    items.append("\(item.origin.line ?? 0) \(text.last == "\r" ? String(text.dropLast()) : text)")
                }
                continue
            }
            if isAtEnd { return items }
            let next = min(offset + pieceSize, body.count)
            rest += body[offset..<next]
            offset = next
        }
    }
}
