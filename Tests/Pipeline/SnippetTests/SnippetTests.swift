import AttacheTesting
import Foundation
import TestWidth
import Testing

/// Every piece of Swift in the documentation stands in a file that the compiler has seen, and every example program in the
/// documentation is the one that is tested.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SnippetTests {
    private static let package = Checkout.root
    private static let catalog = "Sources/Pipeline/Attache/Attache.docc"
    private static let programs = "Tests/CommandLine/AttacheCLITests/CoProcess/Examples"

    private static func text(_ path: String) throws -> String {
        String(decoding: try Data(contentsOf: package.appending(path: path)), as: UTF8.self)
    }

    private static func files(in directory: String, _ suffix: String) throws -> [String] {
        let path = package.appending(path: directory).path(percentEncoded: false)
        return try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasSuffix(suffix) }.sorted().map { "\(directory)/\($0)" }
    }

    /// The blocks of a page that are marked as a language.
    private static func blocks(_ language: String, of page: String) throws -> [String] {
        try text(page).components(separatedBy: "\n```\(language)\n").dropFirst()
            .map { $0.components(separatedBy: "\n```")[0] }
    }

    @Test func everySwiftBlockIsCompiled() throws {
        let sources = try Self.files(in: "Tests/Pipeline/SnippetTests/Snippets", ".swift").map(Self.text).map(
            SnippetSource.init
        )
        var count = 0
        for page in try Self.files(in: Self.catalog, ".md") + ["README.md"] {
            for block in try Self.blocks("swift", of: page) {
                count += 1
                #expect(sources.contains { $0.contains(block) }, "\(page): \(block)")
            }
        }
        #expect(count >= 8)
    }

    @Test(arguments: [("python", "attache_process.py"), ("js", "attache_process.mjs"), ("go", "attache_process.go")])
    func everyProgramIsTheTestedOne(_ language: String, file: String) throws {
        let blocks = try Self.blocks(language, of: "\(Self.catalog)/CoProcess.md")
        #expect(blocks.map { $0 + "\n" } == [try Self.text("\(Self.programs)/\(file)")])
    }

    @Test func aBlockThatDiffersInOneCharacterIsFound() {
        let source = SnippetSource("import A\n\nfunc f() {\n    if x {\n        y()\n    }\n}\n")
        #expect(source.contains("import A\n\nif x {\n    y()\n}"))
        #expect(source.contains("    y()"))
        #expect(!source.contains("import B\n\nif x {\n    y()\n}"))
        #expect(!source.contains("if x {\n    z()\n}"))
        #expect(!source.contains("if x {\n  y()\n}"))
        #expect(!source.contains("import A"))
    }
}
