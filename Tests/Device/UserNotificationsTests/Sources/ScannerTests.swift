import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Tokens of Swift source", .inProcess, .timeLimit(.minutes(1)))
struct ScannerTests {
    private func words(_ text: String) -> [String] {
        SwiftScanner.tokens(of: Array(text.utf8)).filter { $0.kind == .word }.map(\.text)
    }

    @Test(
        "Comments and strings hide words, and interpolations do not",
        arguments: [
            ("a // b\nc", ["a", "c"]), ("a /* b /* c */ d */ e", ["a", "e"]), ("a /* b", ["a"]),
            (#"a "b" c"#, ["a", "c"]), (#"a "b \" c" d"#, ["a", "d"]), (#"a "b \(c) d" e"#, ["a", "c", "e"]),
            (#"a "\(b("c \(d)"))" e"#, ["a", "b", "d", "e"]), (##"a #"b " \(c) \#(d)"# e"##, ["a", "d", "e"]),
            ("a \"\"\"\nb \" \"\" c\n\"\"\" d", ["a", "d"]), ("a \"b\nc", ["a", "c"]),
            ("a /b\"/ c", ["a", "b"]), ("x = /b\"c/ d", ["x", "d"]), ("a / b / c", ["a", "b", "c"]),
            ("`class` a", ["class", "a"]), ("äö é", ["äö", "é"]), ("@objc #selector(a)", ["a"]), ("\"", []), ("", []),
        ] as [(String, [String])]
    )
    func hidden(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test("Lines and columns are those of editors, in code points")
    func places() throws {
        let tokens = SwiftScanner.tokens(of: Array("a\n  é b \"\"\"\n x\n \"\"\" c".utf8))
        #expect(tokens.map(\.line) == [1, 2, 2, 2, 4])
        #expect(tokens.map(\.column) == [1, 3, 5, 7, 6])
    }

    @Test("Hostile source costs linear time", arguments: ["\"\\(", "/*", "#if ((", "(", "\"", "#\"", "/a", "`", "@@"])
    func hostile(part: String) {
        let text = String(repeating: part, count: 50_000)
        let tokens = SwiftScanner.tokens(of: Array(text.utf8))
        _ = ConditionalCompilation.active(tokens, modules: [])
    }

    @Test(
        "Conditions hold as on Linux in a debug build",
        arguments: [
            ("#if os(iOS)\na\n#else\nb\n#endif", ["b"]), ("#if !os(iOS)\na\n#endif", ["a"]),
            ("#if canImport(UserNotifications)\na\n#endif", ["a"]), ("#if canImport(Combine)\na\n#endif\nb", ["b"]),
            ("#if DEBUG && !canImport(Combine)\na\n#endif", ["a"]), ("#if os(iOS) || os(Linux)\na\n#endif", ["a"]),
            ("#if swift(>=5.9)\na\n#elseif os(Linux)\nb\n#else\nc\n#endif", ["a"]),
            ("#if FLAG\na\n#elseif os(Linux)\nb\n#else\nc\n#endif d", ["b"]),
            ("#if os(iOS)\n#if os(Linux)\na\n#else\nb\n#endif\n#endif\nc", ["c"]),
            ("#if targetEnvironment(simulator)\na\n#endif", []), ("#endif\na\n#else\nb", ["a", "b"]),
        ] as [(String, [String])]
    )
    func conditions(text: String, expected: [String]) {
        let tokens = SwiftScanner.tokens(of: Array(text.utf8))
        #expect(ConditionalCompilation.active(tokens, modules: ["UserNotifications"]).map(\.text) == expected)
    }
}
