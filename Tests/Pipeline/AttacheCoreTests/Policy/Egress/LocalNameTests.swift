import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LocalNameTests {
    @Test("Every local suffix matches, alone and with labels before it", arguments: LocalName.suffixes)
    func endings(suffix: String) {
        #expect(LocalName.contains(suffix))
        #expect(LocalName.contains("a.\(suffix)"))
        #expect(LocalName.contains("a.b.\(suffix)"))
        #expect(!LocalName.contains("\(suffix).example"))
        // Only whole labels count.
        #expect(!LocalName.contains("b.a\(suffix)"))
    }

    @Test(
        "A single label is local, two are not",
        arguments: [("media", true), ("com", true), ("media.example", false)]
    )
    func labels(name: String, isLocal: Bool) {
        #expect(LocalName.contains(name) == isLocal)
    }
}
