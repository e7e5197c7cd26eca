import AttacheCore
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Batch splitter", .inProcess, .timeLimit(.minutes(1)))
struct BatchSplitterTests {
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
        Row("lines without a final line feed", "{}\n{\"a\":1}", ["1 {}", #"2 {"a":1}"#]),
        Row("lines with carriage returns and whitespace", "{}\r\n\r\n  {}\r\n", ["1 {}", "3   {}"]),
        Row("an empty array", " [ ] ", []),
        Row("an array", #"[{"a":[1,2]},{"b":"],\"}{["} , 3]"#, [#"1 {"a":[1,2]}"#, #"2 {"b":"],\"}{["} "#, "3 3"]),
        Row("leading blank lines and whitespace", " \r\n\n \t{}\n", ["3 {}"]),
        Row("an array over several lines", "[\n{\n\"a\":1},\n{}\n]\n", ["1 {\n\"a\":1}", "2 {}\n"]),
        Row("an array after blank lines", "\n\n [{}]", ["1 {}"]),
        Row("an unclosed array", #"[{},{"a":"#, ["1 {}", #"2 {"a":"#]),
        Row("an array with a trailing comma", "[{},]", ["1 {}", "2 "]),
        Row("an array that ends after a comma", "[{},", ["1 {}", "2 "]),
        Row("a single bracket", "[", ["1 "]),
        Row("text after the array", "[{}] {} x", ["1 {}", "2 {} x"]),
        Row("an extra brace", "[{}}]", ["1 {}}"]),
    ]

    @Test("Each item is delivered once, however the body is split", arguments: rows, [1, 2, 3, 7, 1000])
    func items(_ row: Row, pieceSize: Int) {
        #expect(Self.split(Array(row.body.utf8), pieceSize: pieceSize) == row.items)
    }

    @Test("An item over the limit is reported as too long, and later items are read", arguments: [false, true])
    func limit(asArray: Bool) {
        let fits = "\"" + String(repeating: "x", count: 98) + "\""
        let exceeds = "\"" + String(repeating: "x", count: 99) + "\""
        let body = asArray ? "[\(fits),\(exceeds),1]" : "\(fits)\n\(exceeds)\n1\n"
        let items = Self.split(Array(body.utf8), pieceSize: 10)
        #expect(items == ["1 \(fits)", "2 too long", "3 1"])
    }

    struct Endless: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let beginning: String
        let byte: Character
    }

    private static let endless = [
        Endless(testDescription: "blanks", beginning: "", byte: " "),
        Endless(testDescription: "blank lines", beginning: "", byte: "\n"),
        Endless(testDescription: "a line", beginning: "{}\nx", byte: "x"),
        Endless(testDescription: "whitespace in a line", beginning: "{}\n", byte: " "),
        Endless(testDescription: "a string in an array", beginning: "[\"", byte: "x"),
        Endless(testDescription: "whitespace in an array", beginning: "[{}, ", byte: " "),
        Endless(testDescription: "text after an array", beginning: "[]x", byte: "x"),
    ]

    @Test("An endless item is discarded as it arrives, and is not scanned again", arguments: endless)
    func work(_ endless: Endless) {
        var splitter = BatchSplitter(itemLimit: 100)
        splitter.append(Array(endless.beginning.utf8))
        for _ in 0..<64 {
            splitter.append(Array(String(repeating: endless.byte, count: 1000).utf8))
            while splitter.next(isAtEnd: false) != nil {}
            #expect(splitter.heldCount <= 100)
        }
    }

    @Test("A line over the limit is an item unless it is blank, however the body is split", arguments: [1, 60, 1000])
    func longLines(pieceSize: Int) {
        let blank = String(repeating: " ", count: 150)
        let items = Self.split(Array("{}\n\(blank)\n\(blank)x\n{}".utf8), pieceSize: pieceSize)
        #expect(items == ["1 {}", "3 too long", "4 {}"])
    }

    @Test(
        "The items up to the number that a batch may have are delivered, and what is behind is dropped",
        arguments: [false, true],
        [1, 7, 1000]
    )
    func count(asArray: Bool, pieceSize: Int) {
        for (number, isOver) in [(10, false), (11, true), (2000, true)] {
            let items = (1...number).map(String.init)
            let body = asArray ? "[\(items.joined(separator: ","))]" : items.joined(separator: "\n")
            var splitter = BatchSplitter(itemLimit: 100, itemCountLimit: 10)
            let delivered = Self.split(Array(body.utf8), pieceSize: pieceSize, &splitter)
            #expect(delivered == items.prefix(10).map { "\($0) \($0)" })
            #expect(splitter.isOverCount == isOver)
            splitter.append(Array("[1]".utf8))
            #expect(splitter.heldCount == (isOver ? 0 : 3))
        }
    }

    @Test(
        "Blank lines count as items, except for the last line feed",
        arguments: [
            ("\n\n1\n", false), ("\n\n1\n\n", true), ("\n1\n\n2\n", true), ("\n\n\n1\n", true), ("1\n2\n3\n", false),
        ]
    )
    func countOfBlankLines(body: String, isOver: Bool) {
        var splitter = BatchSplitter(itemLimit: 100, itemCountLimit: 3)
        let items = Self.split(Array(body.utf8), pieceSize: 100, &splitter)
        #expect(splitter.isOverCount == isOver)
        #expect(items.allSatisfy { Int($0.prefix(1)) ?? 9 <= 3 })
    }

    @Test("Items leave in groups that are neither small nor large", arguments: [false, true])
    func together(asArray: Bool) {
        var splitter = BatchSplitter(itemLimit: 100)
        let items = Array(repeating: "{}", count: 3000).joined(separator: asArray ? "," : "\n")
        splitter.append(Array((asArray ? "[\(items)]" : "\(items)\n").utf8))
        var costs: [Int] = []
        while let chunk = splitter.next(isAtEnd: true) { costs.append(chunk.cost) }
        #expect(costs == [1024, 1024, 952])
    }

    private static func split(_ body: [UInt8], pieceSize: Int) -> [String] {
        var splitter = BatchSplitter(itemLimit: 100)
        return split(body, pieceSize: pieceSize, &splitter)
    }

    private static func split(_ body: [UInt8], pieceSize: Int, _ splitter: inout BatchSplitter) -> [String] {
        var items: [String] = []
        var offset = 0
        while true {
            let isAtEnd = offset == body.count
            while var chunk = splitter.next(isAtEnd: isAtEnd) {
                while let item = chunk.next(at: .now) {
                    let text =
                        switch item.content {
                        case .bytes(let bytes): String(decoding: bytes, as: UTF8.self)
                        default: "too long"
                        }
                    items.append("\(item.origin.line ?? 0) \(text.last == "\r" ? String(text.dropLast()) : text)")
                }
            }
            if isAtEnd { return items }
            let next = min(offset + pieceSize, body.count)
            splitter.append(body[offset..<next])
            offset = next
        }
    }
}
