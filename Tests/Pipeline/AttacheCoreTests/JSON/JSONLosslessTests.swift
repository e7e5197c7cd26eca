import AttacheCore
import TestWidth
import Testing

/// The parser is lossless: every byte is reproduced, and a removal deletes only its value.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONLosslessTests {
    private static let seeds = 1000..<1400 as Range<UInt64>

    private func document(_ seed: UInt64) throws -> (text: [UInt8], document: JSONDocument) {
        var random = RandomJSON(seed: seed)
        let text = Array(random.tokens().map { random.whiteSpace() + $0 + random.whiteSpace() }.joined().utf8)
        return (text, try JSONDocument(parsing: text))
    }

    private func values(_ root: JSONValue) -> [JSONValue] {
        [root] + root.elements.flatMap(values) + root.members.flatMap { values($0.value) }
    }

    private func isGap(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }

    @Test func parsingAndPrintingIsIdentity() throws {
        for seed in Self.seeds {
            let (text, document) = try document(seed)
            #expect(document.bytes == text, "seed \(seed)")
            // Printed from the values alone, with the separators of the text.
            var printed: [UInt8] = []
            let scalars = values(document.root).filter { $0.kind != .object && $0.kind != .array }
            for scalar in scalars.sorted(by: { $0.byteRange.lowerBound < $1.byteRange.lowerBound }) {
                #expect(scalar.byteRange.lowerBound >= printed.count, "seed \(seed)")
                printed += text[printed.count..<scalar.byteRange.lowerBound]
                printed += scalar.text.utf8
            }
            #expect(printed + text[printed.count...] == text, "seed \(seed)")
        }
    }

    /// One value at a time: the removed range covers the member and otherwise only white space and one comma.
    @Test func removalChangesNothingOutsideItsRange() throws {
        for seed in Self.seeds {
            let (text, document) = try document(seed)
            let all = values(document.root).dropFirst()
            // A few values of each document: the first, the last and some between.
            for index in Set(
                stride(from: all.startIndex, to: all.endIndex, by: 1 + all.count / 6) + all.indices.suffix(1)
            ) {
                let rest = document.removing([all[index]]).bytes
                let member = all[index].memberRange
                let count = text.count - rest.count
                // The earliest start of the removed range before its member.
                let gap = text[..<member.lowerBound].reversed().prefix { isGap($0) || $0 == UInt8(ascii: ",") }.count
                let isRight = (member.lowerBound - gap...member.lowerBound).contains { start in
                    let end = start + count
                    guard end >= member.upperBound, end <= text.count else { return false }
                    let extra = Array(text[start..<member.lowerBound] + text[member.upperBound..<end])
                    return extra.allSatisfy { isGap($0) || $0 == UInt8(ascii: ",") }
                        && extra.count { $0 == UInt8(ascii: ",") } <= 1
                        && rest.elementsEqual(text[..<start] + text[end...])
                }
                #expect(isRight, "seed \(seed), \(member)")
            }
        }
    }
}
