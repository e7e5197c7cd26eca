import TestWidth
import Testing

@testable import AttacheCommandLine

@Suite("Setting values", .inProcess, .timeLimit(.minutes(1)))
struct SettingKindTests {
    enum Word: String, CaseIterable, Sendable {
        case one
        case two = "and-two"
    }

    @Test(
        "Durations are parsed",
        arguments: [
            ("500ms", "500ms"), ("1s", "1s"), ("60s", "60s"), ("1m", "60s"), ("90s", "90s"), ("600s", "10m"),
            ("60m", "60m"), ("24h", "24h"), ("0s", nil), ("30", "30s"), ("30x", nil), ("", nil),
        ] as [(String, String?)]
    )
    func times(_ text: String, written: String?) {
        let kind = SettingKind<Duration>.time()
        #expect(kind.parse(text).flatMap(kind.format) == written)
    }

    @Test("Zero is accepted where allowed, and an unset duration has no text")
    func zero() {
        let kind = SettingKind<Duration?>.time(atLeast: .zero)
        #expect(kind.parse("0s") == .some(.zero) && kind.format(.zero) == "0s" && kind.format(nil) == nil)
    }

    @Test(
        "Sizes and counts are parsed",
        arguments: [("10MiB", "10MiB"), ("1024B", "1KiB"), ("10MB", "10MB"), ("0B", nil), ("10", nil)]
            as [(String, String?)]
    )
    func sizes(_ text: String, written: String?) {
        let kind = SettingKind<Int>.size
        #expect(kind.parse(text).flatMap(kind.format) == written)
    }

    @Test("Counts must be in their range", arguments: [("1", 1), ("9", 9), ("0", nil), ("10", nil), ("1x", nil)])
    func counts(_ text: String, value: Int?) {
        #expect(SettingKind<Int>.count(1...9).parse(text) == value)
    }

    @Test("Enumeration values are parsed by name")
    func words() {
        let kind = SettingKind<Word>.choice
        #expect(kind.parse("and-two") == .two && kind.parse("two") == nil && kind.format(.two) == "and-two")
        #expect(kind.problem.contains("one, and-two") && kind.valueName == "one|and-two")
    }

    @Test("Booleans accept several spellings", arguments: [("on", true), ("NO", false), ("1", true), ("maybe", nil)])
    func booleans(_ text: String, value: Bool?) {
        #expect(SettingKind<Bool>.toggle.parse(text) == value)
    }
}
