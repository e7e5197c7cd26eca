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

    @Test("The JSON Schema has the keys and options of the reader")
    func schema() throws {
        let text = try Self.text("Sources/CommandLine/AttacheCommands/Schemas/categories.json")
        let root = try JSONDocument(parsing: Array(text.utf8)).root
        let properties = try #require(root["properties"])
        #expect(properties.members.map(\.key) == ["schema", "language", "actions", "categories"])
        let action = try #require(root["$defs"]?["action"]?["properties"])
        #expect(action.members.map(\.key) == ["title", "options", "icon", "input"])
        let names = action["options"]?["items"]?["enum"]?.elements.compactMap(\.string) ?? []
        #expect(names == NotificationAction.Options.names.keys.sorted())
        let category = properties["categories"]?["additionalProperties"]?["oneOf"]?[1]?["properties"]
        let options = category?["options"]?["items"]?["enum"]?.elements.compactMap(\.string) ?? []
        #expect(Set(options) == Set(NotificationCategory.Options.names.keys))
        let limit = root["$defs"]?["buttons"]?["maxItems"]?.integer
        #expect(limit == ButtonLayout.ExpandedLimit.ten.rawValue)
    }
}
