import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

/// Keys that are compared on a tape: short ones are stored in place, longer ones in an array.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONTapeKeyTests {
    private func isEqual(_ key: String, to name: String) throws -> Bool {
        let text = Array(#"{"\#(name)":1}"#.utf8)
        var parser = JSONParser(depthLimit: 8, rejectsDuplicates: true)
        try parser.parse(text.span)
        return JSONTapeKey(key).isEqual(toText: parser.tape.span[1], in: text.span)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 39, 40, 41, 48, 200])
    func lengths(_ length: Int) throws {
        let key = String((0..<length).map { Character(UnicodeScalar(UInt8(0x61 + $0 % 26))) })
        #expect(try isEqual(key, to: key))
        #expect(try !isEqual(key, to: key + "a"))
        guard length > 0 else { return }
        #expect(try !isEqual(key, to: key.dropLast() + "_"))
        #expect(try !isEqual(key, to: "_" + key.dropFirst()))
        #expect(try isEqual(key, to: "\\u0061" + key.dropFirst()))
    }
}
