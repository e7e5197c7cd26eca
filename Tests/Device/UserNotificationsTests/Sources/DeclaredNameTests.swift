import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Names that sources declare", .inProcess, .timeLimit(.minutes(1)))
struct DeclaredNameTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    /// The findings about a source behind a service extension in one line.
    private func findings(in text: String) throws -> [SourceFinding] {
        let file = scratch.url.appendingPathComponent("a.swift")
        try Data("class Service: UNNotificationServiceExtension {}\n\(text)".utf8).write(to: file)
        return try ExtensionCheck(try ExtensionSources([scratch.url.path])).findings
    }

    @Test(
        "A name that the source declares is its own",
        arguments: [
            "let Selector = 1\nprint(Selector)", "enum A { case Selector, CFNotice(Int), UIKitStyle\n case kCFb }",
            "func f(SecKeyPush: Int) { print(SecKeyPush) }\nf(SecKeyPush: 1)",
            "func f<T>(_ a: T, with SecKeyPush: Int) { print(SecKeyPush) }", "f(SecKeyPush: 1, CFNotice: 2)",
            "let a = [1: 2], CFNotice = 1\nprint(CFNotice)", "let a: Int = 1,\n    CFBundle: Int = 2\nprint(CFBundle)",
            "let (UIKitStyle, kCFb) = f()\nprint(UIKitStyle, kCFb)", "for CFNotice in a { print(CFNotice) }",
            "a.map { CFNotice in CFNotice + 1 }", "if let a = b, let CFNotice = c { print(CFNotice) }",
            "struct A { init(SecKeyPush: Int) { self.a = SecKeyPush } }",
            "struct A { let b: Int, cgImage: Int\n var thermalState: Int { 1 } }\na.cgImage\na.thermalState",
            "enum A { case cgImage, thermalState }\nlet a: A = .thermalState\nlet b = A.cgImage",
            "extension A { func cgImage() {} }\nb.cgImage()", "protocol A { var cgImage: Int { get } }\na.cgImage",
        ]
    )
    func declared(text: String) throws {
        #expect(try findings(in: text).isEmpty)
    }

    @Test(
        "A declaration in another place hides nothing",
        arguments: [
            ("guard let cgImage = a.cgImage else { return }", SourceFinding.Severity.warning, 23),
            ("guard let a = b, SecItemAdd(q, nil) == 0 else { return }", .error, 18),
            ("guard let a = b, kCFNull == a else { return }", .error, 18),
            ("let q = [a: 1, kSecClass: 2]", .error, 16), ("switch a { case UIColor.red: b }", .error, 17),
            ("func f(a: UIColor, b: Int) {}", .error, 11), ("let a = UIImage(cgImage: b)", .error, 9),
            ("#if os(iOS)\nclass UIScreen {}\n#endif\nUIScreen.main", .error, 1),
            ("extension UIColor { }", .error, 11),
        ]
    )
    func undeclared(text: String, severity: SourceFinding.Severity, column: Int) throws {
        let findings = try findings(in: text)
        #expect(findings.map(\.severity) == [severity] && findings.map(\.column) == [column])
    }

    @Test(
        "A member of an unknown type is a warning, and of a type of the system an error",
        arguments: [
            ("a.cgImage", SourceFinding.Severity.warning), ("f(.thermalState)", .warning),
            ("s.bytes(from: u)", .warning), ("a.b().publisher(for: c)", .warning), ("Config.cgImage", .warning),
            ("URLSession.shared.bytes(from: u)", .error), ("ProcessInfo.processInfo.thermalState", .error),
            ("NSAttributedString.DocumentType.html", .error),
            ("enum ProcessInfo {}\nProcessInfo.thermalState", .warning),
        ]
    )
    func members(text: String, severity: SourceFinding.Severity) throws {
        #expect(try findings(in: text).map(\.severity) == [severity])
    }
}
