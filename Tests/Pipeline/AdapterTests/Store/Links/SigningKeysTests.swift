import AttacheCore
import TestWidth
import Testing

@testable import MediaStore

@Suite("Keys of signed links", .inProcess, .timeLimit(.minutes(1)))
struct SigningKeysTests {
    private static let first = "k2 0123456789abcdef0123456789abcdef"
    private static let second = "k1 fedcba9876543210fedcba9876543210"
    private static let name = String(repeating: "a", count: 64) + ".png"

    private func keys(_ lines: String...) throws -> SigningKeys {
        try SigningKeys(parsing: lines.joined(separator: "\n"), file: "keys")
    }

    /// RFC 4231, cases 1, 2, 3, 6.
    @Test(
        "HMAC-SHA256 has the codes of RFC 4231",
        arguments: [
            (
                [UInt8](repeating: 0x0b, count: 20), Array("Hi There".utf8),
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                [UInt8](repeating: 0xaa, count: 20), [UInt8](repeating: 0xdd, count: 50),
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"
            ),
            (
                [UInt8](repeating: 0xaa, count: 131),
                Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
            ),
        ]
    )
    func codes(_ key: [UInt8], _ message: [UInt8], _ expected: String) {
        #expect(HexText.of(MessageCode.of(message, key: key)) == expected)
    }

    @Test func signatureIsValidUntilItsExpiry() throws {
        let keys = try keys(Self.first)
        let signature = keys.sign(Self.name, until: 1000)
        #expect(signature.hasPrefix("k2.1000."))
        #expect(keys.check(signature, of: Self.name, at: 999) == .valid(secondsLeft: 1))
        #expect(keys.check(signature, of: Self.name, at: 1000) == .expired)
    }

    @Test func theFirstKeySignsAndAllAreAccepted() throws {
        let old = try keys(Self.second)
        let both = try keys("# rotation", Self.first, "", Self.second)
        let signature = old.sign(Self.name, until: 1000)
        #expect(both.check(signature, of: Self.name, at: 0) == .valid(secondsLeft: 1000))
        #expect(both.sign(Self.name, until: 1000).hasPrefix("k2."))
        #expect(try keys(Self.first).check(signature, of: Self.name, at: 0) == .invalid)
    }

    @Test("Every change of a signature makes it invalid")
    func changes() throws {
        let keys = try keys(Self.first, Self.second)
        let signature = keys.sign(Self.name, until: 1000)
        let bytes = Array(signature.utf8)
        for index in bytes.indices {
            for other in Array("A0-_.kz".utf8) where other != bytes[index] {
                var changed = bytes
                changed[index] = other
                let text = String(decoding: changed, as: UTF8.self)
                #expect(keys.check(text, of: Self.name, at: 0) == .invalid, "\(text)")
            }
            let short = String(decoding: bytes[..<index], as: UTF8.self)
            #expect(keys.check(short, of: Self.name, at: 0) == .invalid, "\(short)")
        }
        for text in ["\(signature)A", "\(signature)=", "k2.01000.\(signature.dropFirst(8))", "", "..", "k2.-1."] {
            #expect(keys.check(text, of: Self.name, at: 0) == .invalid, "\(text)")
        }
        #expect(keys.check(signature, of: Self.name.replacing("png", with: "jpg"), at: 0) == .invalid)
    }

    @Test(
        "Files that cannot be used name the line, and no secret",
        arguments: [
            ("", "has no key"), ("k1", "keys:1: invalid line"),
            ("K1 0123456789abcdef0123456789abcdef", "keys:1: invalid line"),
            ("\nk1 0123456789abcdef0123456789abcde", "keys:2: the secret is too short"),
            ("\(first)\n\(first)", "keys:2: the ID \"k2\" is used twice"), ("k1 a b", "keys:1: invalid line"),
        ]
    )
    func invalidFiles(_ text: String, _ problem: String) {
        let error = #expect(throws: ConfigurationError.self) { try SigningKeys(parsing: text, file: "keys") }
        #expect(error?.problems.count == 1)
        #expect(error?.problems.first?.contains(problem) == true, "\(error?.problems ?? [])")
        #expect(error?.problems.first?.contains("0123456789") == false)
    }

    @Test func secretOfThirtyTwoCharactersIsLongEnough() throws {
        _ = try keys("k1 0123456789abcdef0123456789abcdef")
    }
}
