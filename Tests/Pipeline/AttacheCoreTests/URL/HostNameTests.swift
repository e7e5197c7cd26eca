import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostNameTests {
    private func isValid(_ name: String) -> Bool { HostName.problem(with: Array(name.utf8)[...]) == nil }

    @Test("Labels of 63 bytes are valid, of 64 not (case 21)", arguments: [(63, true), (64, false), (1, true)])
    func labelLength(count: Int, valid: Bool) {
        #expect(isValid("\(String(repeating: "a", count: count)).example") == valid)
    }

    @Test("Names of 253 bytes are valid, of 254 not (case 21)", arguments: [(253, true), (254, false)])
    func nameLength(count: Int, valid: Bool) {
        let label = String(repeating: "a", count: 49)
        let start = "\(label).\(label).\(label).\(label)."
        #expect(isValid(start + "b." + String(repeating: "c", count: count - start.utf8.count - 2)) == valid)
    }

    @Test(
        "Letters, digits, hyphens and underscores pass",
        arguments: ["a", "a-b", "a--b", "_a", "a_", "9", "xn--a", "-a", "a-", "a.-b"]
    )
    func allowed(name: String) {
        #expect(isValid(name))
    }

    @Test(
        "Other characters are invalid",
        arguments: [
            "", ".", "a.", ".a", "a..b", "a b", "a/b", "a:b", "a%b", "a@b", "A", "ü", "a\0",
        ]
    )
    func rejected(name: String) {
        #expect(!isValid(name))
    }
}
