import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Thousands of damaged URLs: none may crash the program, and every accepted one must be stable and harmless.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct MediaURLMutationTests {
    private static let seeds = [
        "https://user@h.example:8443/a/../b.png?x=%20#f", "http://0x7f.1/", "https://[::ffff:1.2.3.4]:443/",
        "https://xn--bcher-kva.example./%41", "//h/..//.", "http://127.0.0.1/a b", "https://1.2.3.4.5:80?q",
    ]
    private static let replacements = Array("abcxXn0179.:/?#[]@%\\-_ \t\0é".utf8)

    @Test("An accepted URL is its own normal form, in printable ASCII", arguments: seeds.indices)
    func mutations(seed: Int) throws {
        let canonicalizer = TableCanonicalizer()
        let base = try MediaURL.reading("https://h.example/a/b?c")
        let context = RequestContext.testing()
        var generator = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<2000 {
            var bytes = Array(Self.seeds[seed].utf8)
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                let byte = Self.replacements.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes.insert(byte, at: position)
                case 1 where bytes.count > 1: bytes.remove(at: position)
                default: bytes[position] = byte
                }
            }
            let text = String(decoding: bytes, as: UTF8.self)
            for url in [try? MediaURL.reading(text), try? base.redirected(to: text, canonicalizer: canonicalizer)] {
                guard let url else { continue }
                #expect(try MediaURL.reading(url.text) == url, "\(text)")
                #expect(url.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text)")
                #expect((1...65535).contains(url.port) && url.path.hasPrefix("/"), "\(text)")
                _ = RequestRules.standard.reasons(for: url, in: context)
                _ = url.pathExtension
            }
        }
    }
}
