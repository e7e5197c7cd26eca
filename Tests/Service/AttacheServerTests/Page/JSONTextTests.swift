import AttacheTesting
import Foundation
import TestWidth
import Testing

/// The page's own JSON reader, run by Node: copied text must equal the response, byte for byte.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct JSONTextTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let members: [String]

        var testDescription: String { name }
    }

    private static let rows = [
        Row(name: "no members", text: "{}", members: []),
        Row(name: "one", text: #"{"a":1}"#, members: ["a=1"]),
        Row(
            name: "numbers that JSON.parse would round",
            text: #"{"a":18446744073709551617,"b":0.10,"c":-1E400}"#,
            members: ["a=18446744073709551617", "b=0.10", "c=-1E400"]
        ),
        Row(
            name: "escapes",
            text: #"{"a\"b":"c\\","\u0064":"\/\"{[,:]}"}"#,
            members: [#"a"b="c\\""#, #"d="\/\"{[,:]}""#]
        ),
        Row(
            name: "depth",
            text: #"{"a":{"b":[1,{"c":[]},{}],"d":null},"e":[[],[true,false]]}"#,
            members: [#"a={"b":[1,{"c":[]},{}],"d":null}"#, "e=[[],[true,false]]"]
        ),
        Row(name: "an empty key and value", text: #"{"":""}"#, members: [#"="""#]),
        Row(name: "other alphabets", text: #"{"ü":"😀 שלום"}"#, members: [#"ü="😀 שלום""#]),
    ]

    @Test(arguments: rows)
    func membersAreExtractedVerbatim(_ row: Row) async throws {
        let found = try await node(
            "[...members(text)].map(([name, value]) => `${name}=${value}`).join('\\n')",
            row.text
        )
        #expect(found == row.members.joined(separator: "\n"))
    }

    @Test(arguments: rows)
    func indentationChangesOnlyWhiteSpace(_ row: Row) async throws {
        // Only one string of the rows contains white space, and its space is put back.
        let indented = try await node("indented(text)", row.text)
        let bare = indented.replacing(/\n */, with: "").replacing("\": ", with: "\":")
        #expect(bare == row.text)
    }

    @Test func indentationShowsDepth() async throws {
        let indented = try await node("indented(text)", #"{"a":[1,{"b":{}}],"c":[]}"#)
        #expect(indented == "{\n  \"a\": [\n    1,\n    {\n      \"b\": {}\n    }\n  ],\n  \"c\": []\n}")
    }

    private func node(_ expression: String, _ text: String) async throws -> String {
        let source = Checkout.root.appending(path: "Sources/Service/AttacheServer/Page/Files/jsontext.js")
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        try FileManager.default.copyItem(at: source, to: directory.appending(path: "jsontext.mjs"))
        let script = """
            import { indented, members } from "./jsontext.mjs";
            const text = process.argv[2];
            process.stdout.write(\(expression));
            """
        try Data(script.utf8).write(to: directory.appending(path: "run.mjs"))
        let output = directory.appending(path: "output").path(percentEncoded: false)
        let child = try ChildProcess(
            "/usr/bin/node",
            [directory.appending(path: "run.mjs").path(percentEncoded: false), text],
            output: output
        )
        #expect(await child.wait() == 0)
        return try String(contentsOfFile: output, encoding: .utf8)
    }
}
