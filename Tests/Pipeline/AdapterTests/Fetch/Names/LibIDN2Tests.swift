import TestWidth
import Testing

@testable import CurlFetch

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LibIDN2Tests {
    let canonicalizer = LibIDN2()

    @Test(
        "Names map to A-labels",
        arguments: [
            ("bücher.example", "xn--bcher-kva.example"),
            ("BÜCHER.Example", "xn--bcher-kva.example"),
            // Decomposed input: u and a combining diaeresis.
            ("bu\u{308}cher.example", "xn--bcher-kva.example"),
            // Non-transitional: the sharp s stays unchanged.
            ("faß.example", "xn--fa-hia.example"),
            ("аpple.example", "xn--pple-43d.example"),
            ("ⓛocalhost", "localhost"),
            ("１２７.０.０.１", "127.0.0.1"),
            ("127。0．0｡1", "127.0.0.1"),
            ("xn--bcher-kva.example", "xn--bcher-kva.example"),
            ("_dmarc.bücher.example", "_dmarc.xn--bcher-kva.example"),
            ("my_bucket.example", "my_bucket.example"),
            // Symbols, which IDNA 2008 refuses and UTS 46, as in URLSession, does not.
            ("💩.la", "xn--ls8h.la"),
            ("xn--ls8h.la", "xn--ls8h.la"),
            ("I♥NY.example", "xn--iny-zx5a.example"),
        ]
    )
    func mapping(name: String, label: String) {
        #expect(canonicalizer.aLabel(of: name) == label)
    }

    @Test(
        "Invalid names have no A-label",
        arguments: [
            // The modes of UTS 46 differ in these characters, and only one accepts symbols.
            "fa\u{DF}💩.example", "\u{1F468}\u{200D}\u{1F469}.example", "💩⒈.example", "💩\u{2044}a.example",
            "💩\u{2215}a.example",
            "", "a\0b.example", "xn--a.example", "xn--.example", "\u{301}a.example", "a\u{200B}\u{2028}b.example",
            "\(String(repeating: "ü", count: 60)).example",
        ]
    )
    func invalid(name: String) {
        #expect(canonicalizer.aLabel(of: name) == nil)
    }

    @Test("A label of 63 bytes maps, one of 64 does not", arguments: [(63, true), (64, false)])
    func labelLength(count: Int, isValid: Bool) {
        let name = "\(String(repeating: "a", count: count)).bücher.example"
        #expect((canonicalizer.aLabel(of: name) != nil) == isValid)
    }
}
