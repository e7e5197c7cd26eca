import AttacheCore
import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Definitions of policies", .inProcess, .timeLimit(.minutes(1)))
struct PolicyDefinitionTests {
    private static let base = """
        schema: attache-policy/1
        name: test
        types:
          image: { extensions: [png], limit: 10MiB }

        """

    private func definition(_ text: String, base: PolicySet = PolicySet()) throws -> String {
        let loaded = PolicyLoader(base: base).load(text: Array(text.utf8), file: "test.yaml")
        #expect(loaded.problems.isEmpty)
        return try #require(loaded.loaded.first).rules.definition
    }

    @Test(
        "Every setting counts",
        arguments: [
            "order: 7", "payload: { all: true }", "completeness: lenient", "fetch: { status: any }",
            "network: { low-data: skip }", "ats: { NSAllowsArbitraryLoads: true }", "ats-profile: ios-9",
            "device: { vendor: V, time: { tries: 2 } }", "lint: [media-with-actions]",
        ]
    )
    func setting(_ line: String) throws {
        #expect(try definition(Self.base + line + "\n") != definition(Self.base))
    }

    @Test(
        "Comments, quotes and spacing do not count",
        arguments: [
            "# A comment.\n" + base, base.replacing("name: test", with: "name: 'test'"),
            base.replacing(
                "{ extensions: [png], limit: 10MiB }",
                with: "\n    extensions:\n    - png\n    limit: 10MiB"
            ),
        ]
    )
    func spelling(_ text: String) throws {
        #expect(try definition(text) == definition(Self.base))
    }

    @Test("The file that a policy extends counts")
    func parent() throws {
        func child(_ parent: String) throws -> String {
            let base = PolicyLoader().load(text: Array(parent.utf8), file: "base.yaml").policies
            return try definition("schema: attache-policy/1\nname: child\nextends: test\n", base: base)
        }
        #expect(try child(Self.base) != child(Self.base.replacing("10MiB", with: "9MiB")))
        #expect(try child(Self.base) == child("# A comment.\n" + Self.base))
    }

    @Test(
        "Canonical JSON has the scalars that the decoder sees",
        arguments: ["true", "null", "~", "12", "-3", "+4", "007"]
    )
    func scalars(_ text: String) throws {
        let (root, problems) = try YAMLFile.parse(Array("a: \(text)\nb: '\(text)'\n".utf8), file: "test.yaml")
        #expect(problems.isEmpty)
        let document = try JSONDocument(parsing: Array(root.canonicalText.utf8))
        let plain: JSONKind = ["true": .boolean, "null": .null, "~": .null][text] ?? .number
        #expect(document.root["a"]?.kind == plain)
        #expect(document.root["b"]?.string == text)
        var cursor: MarkCursor?
        #expect(MarkedValue(document.root, &cursor).canonicalText == root.canonicalText)
    }
}
