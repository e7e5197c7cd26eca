import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONUTF8Tests {
    /// First and last of each row of Unicode table 3-7, as bytes.
    @Test(
        arguments: [
            [0xC2, 0x80], [0xDF, 0xBF], [0xE0, 0xA0, 0x80], [0xE0, 0xBF, 0xBF], [0xE1, 0x80, 0x80], [0xEC, 0xBF, 0xBF],
            [0xED, 0x80, 0x80], [0xED, 0x9F, 0xBF], [0xEE, 0x80, 0x80], [0xEF, 0xBF, 0xBF], [0xF0, 0x90, 0x80, 0x80],
            [0xF0, 0xBF, 0xBF, 0xBF], [0xF1, 0x80, 0x80, 0x80], [0xF3, 0xBF, 0xBF, 0xBF], [0xF4, 0x80, 0x80, 0x80],
            [0xF4, 0x8F, 0xBF, 0xBF],
        ] as [[UInt8]]
    )
    func acceptsWellFormed(_ sequence: [UInt8]) throws {
        // At every offset within the eight bytes that are read together.
        for padding in 0..<9 {
            let text = [0x22] + [UInt8](repeating: 0x61, count: padding) + sequence + [0x22]
            let string = try JSONDocument(parsing: text).root.string
            #expect(string.map { Array($0.utf8) } == Array(text.dropFirst().dropLast()))
        }
    }

    @Test(
        arguments: [
            // Lone continuations, bytes that never occur, overlong forms
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xF8, 0x88, 0x80, 0x80, 0x80],
            // Surrogates, beyond U+10FFFF
            [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xED, 0xA0, 0x80, 0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            // Truncated sequences
            [0xC2], [0xE1, 0x80], [0xE1], [0xF1, 0x80, 0x80], [0xF1, 0x80], [0xF1], [0xC2, 0x61], [0xE1, 0x80, 0x61],
            [0xF1, 0x80, 0x80, 0x61], [0xC3, 0xA9, 0xA9],
        ] as [[UInt8]]
    )
    func rejectsIllFormed(_ sequence: [UInt8]) throws {
        for padding in 0..<9 {
            let start = [0x22] + [UInt8](repeating: 0x61, count: padding)
            for text in [start + sequence + [0x22], start + sequence, start + sequence + Array("aaaaaaaa\"".utf8)] {
                let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: text) }
                #expect(error.code == .payloadInvalidJSON)
                #expect(error.position.offset >= start.count)
            }
        }
        #expect(throws: JSONError.self, "in a key") {
            try JSONDocument(parsing: Array("{\"".utf8) + sequence + Array("\":1}".utf8))
        }
    }

    /// Every two-byte and three-byte sequence, compared with the standard library.
    @Test func agreesWithTheStandardLibrary() {
        for first in UInt8(0x80)...0xFF {
            for second in UInt8(0x80)...0xFF {
                for sequence in [[first, second], [first, second, 0x80], [first, second, 0xBF, 0x80]] {
                    let isAccepted = JSONDocument.isCompleteValue([0x22] + sequence + [0x22])
                    #expect(isAccepted == (String(validating: sequence, as: UTF8.self) != nil), "\(sequence)")
                }
            }
        }
    }
}
