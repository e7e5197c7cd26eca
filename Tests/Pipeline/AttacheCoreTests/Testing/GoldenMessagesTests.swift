import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The file of messages contains exactly what the tests compare.
@Suite("Golden messages", .inProcess, .timeLimit(.minutes(1)))
struct GoldenMessagesTests {
    /// The text of every Swift file of the tests.
    private static func sources() throws -> [String] {
        let tests = URL(filePath: GoldenMessages.path).deletingLastPathComponent().deletingLastPathComponent()
            .path(percentEncoded: false)
        let names = try FileManager.default.subpathsOfDirectory(atPath: tests).filter { $0.hasSuffix(".swift") }
        return try names.map { try String(contentsOfFile: "\(tests)/\($0)", encoding: .utf8) }
    }

    private static let keys = GoldenMessages.lines.map { String($0.prefix { $0 != "\t" }) }

    @Test("Each line is a key and a text, and the keys are sorted and unique")
    func form() {
        #expect(!GoldenMessages.lines.isEmpty, "\(GoldenMessages.path)")
        for line in GoldenMessages.lines {
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
            #expect(fields.count == 2 && fields.allSatisfy { !$0.isEmpty }, "\(line)")
        }
        #expect(Self.keys == Self.keys.sorted())
        #expect(Set(Self.keys).count == Self.keys.count)
    }

    @Test("Every message is compared by a test, and every message that is named exists")
    func uses() throws {
        var literals: Set<String> = []
        var named: Set<String> = []
        for text in try Self.sources() {
            for literal in text.utf8.split(separator: UInt8(ascii: "\"")) {
                literals.insert(String(decoding: literal, as: UTF8.self))
            }
            for use in text.components(separatedBy: "GoldenMessages[\"").dropFirst() {
                named.insert(String(use.prefix { $0 != "\"" }))
            }
        }
        #expect(Self.keys.filter { !literals.contains($0) } == [])
        #expect(named.subtracting(Self.keys).sorted() == [])
    }

    @Test("A missing message or value is a text that fails")
    func gaps() {
        #expect(GoldenMessages["url.scheme", ["scheme": "ftp"]].contains("ftp"))
        #expect(GoldenMessages["url.scheme"].contains("⟨no value for scheme of url.scheme⟩"))
        let absent = ["no", "message"].joined(separator: ".")
        #expect(GoldenMessages[absent] == "⟨no message no.message in messages.golden⟩")
    }
}
