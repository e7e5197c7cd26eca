import AttacheCore
import TestWidth
import Testing

/// The scanner reads strings eight bytes at a time: it must detect each special byte at all eight positions.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONStringScannerTests {
    private func text(_ inside: [UInt8], before: Int, after: Int) -> [UInt8] {
        let padding = [UInt8](repeating: 0x61, count: before)
        return [0x22] + padding + inside + [UInt8](repeating: 0x61, count: after) + [0x22]
    }

    @Test(arguments: 0...17, [0, 1, 7, 8, 20])
    func detectsEveryByteAtEveryPosition(_ before: Int, after: Int) {
        for byte in UInt8.min...0x7F {
            let isPlain = byte >= 0x20 && byte != 0x22 && byte != 0x5C
            // A backslash would escape the closing quotation mark, or precede an "a", which is not an escape.
            #expect(JSONDocument.isCompleteValue(text([byte], before: before, after: after)) == isPlain, "\(byte)")
        }
    }

    @Test(arguments: 0...17, [0, 1, 7, 8, 20])
    func detectsEscapesAtEveryPosition(_ before: Int, after: Int) throws {
        let bytes = text(Array(#"\"\u00e9\\"#.utf8), before: before, after: after)
        let expected = String(repeating: "a", count: before) + "\"é\\" + String(repeating: "a", count: after)
        #expect(try JSONDocument(parsing: bytes).root.string == expected)
    }

    @Test(arguments: 0...17)
    func endsAtFirstQuotationMark(_ length: Int) throws {
        let inside = String(repeating: "a", count: length)
        let root = try JSONDocument(parsing: Array(#"["\#(inside)","b","\\",""]"#.utf8)).root
        #expect(root.elements.map(\.string) == [inside, "b", "\\", ""])
    }
}
