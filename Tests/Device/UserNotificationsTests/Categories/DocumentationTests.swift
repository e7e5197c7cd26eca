import AttacheCore
import AttacheSystem
import Glibc
import TestWidth
import Testing

@testable import NotificationCategories

@Suite("Documentation of categories", .inProcess, .timeLimit(.minutes(1)))
struct DocumentationTests {
    private static func text(_ path: String) throws -> String {
        let root = #filePath.split(separator: "/").dropLast(5).joined(separator: "/")
        let descriptor = unsafe open("/\(root)/\(path)", O_RDONLY | O_CLOEXEC)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        return String(decoding: try FileDescriptor.readAll(1 << 20, from: descriptor), as: UTF8.self)
    }

    @Test("The page lists every code once, and no other")
    func codes() throws {
        let page = try Self.text("Sources/Pipeline/Attache/Attache.docc/ContentExtensions.md")
        let listed = page.matches(of: #/(?m)^\| `([a-z-]+\.[a-z-]+)` \|/#).map { String($0.1) }
        #expect(listed == CategoryCode.allCases.map(\.rawValue))
    }

    @Test("The example of the page is a valid file")
    func example() throws {
        let page = try Self.text("Sources/Pipeline/Attache/Attache.docc/ContentExtensions.md")
        let block = try #require(page.firstMatch(of: #/```\n(schema: attache-categories\/1\n(?:.*\n)*?)```/#))
        let file = CategoryFile(Array(block.1.utf8), file: "categories.yaml", as: .app)
        #expect(file.problems.isEmpty && file.categories.categories.map(\.identifier) == ["MESSAGE", "NOTE"])
    }

    @Test("The JSON Schemas have the parts that tables of keys do not name")
    func schemas() throws {
        let categories = try JSONDocument(parsing: Array(CategoryFile.schema.utf8)).root
        let limit = categories["$defs"]?["buttons"]?["maxItems"]?.integer
        #expect(limit == ButtonLayout.ExpandedLimit.ten.rawValue)
        let options = categories["$defs"]?["action"]?["properties"]?["options"]?["items"]?["enum"]
        #expect(options?.elements.compactMap(\.string) == NotificationAction.Options.names.keys.sorted())
        let script = try JSONDocument(parsing: Array(ScriptFile.schema.utf8)).root
        #expect(script["required"]?.elements.compactMap(\.string) == ["schema", "steps"])
        let steps = try #require(script["properties"]?["steps"])
        #expect(steps["maxItems"]?.integer == ScriptReader.stepLimit)
        // The words alone, and a mapping for each of them.
        #expect(steps["items"]?["oneOf"]?.count == 1 + ScriptStep.Kind.allCases.count)
        let expectation = script["$defs"]?["expectation"]?["properties"]
        #expect(expectation?.count == ScriptPart.allCases.count + 3)
    }
}
