import Attache
import AttacheTesting
import Foundation
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Finding inputs", .inProcess, .timeLimit(.minutes(1)))
struct InputWalkerTests {
    private static func texts(_ scratch: InputScratch) throws -> [String: String] {
        let walk = try scratch.walk()
        var texts: [String: String] = [:]
        while let found = walk.next() {
            let name = String(decoding: found.entry.name)
            do throws(InputError) {
                let bytes = try InputByteReader.open(found, stopDescriptor: -1).get()
                texts[name] = String(decoding: try bytes.next(), as: UTF8.self)
            } catch {
                texts[name] = error.sentence.replacingOccurrences(of: scratch.path, with: "")
            }
        }
        return texts
    }

    @Test("Payload files at any depth are found, and links are reported")
    func names() throws {
        let scratch = try InputScratch()
        try scratch.write("a", to: "in/a.json")
        try scratch.write("b", to: "in/deep/er/b.apns")
        try scratch.write("c", to: "in/c.txt")
        try scratch.write("d", to: "outside/d.json")
        try scratch.link("in/link.json", to: "../outside/d.json")
        try scratch.link("in/away", to: "../outside")
        try scratch.link("in/nothing", to: "/nowhere")
        #expect(
            try Self.texts(scratch) == [
                "in/a.json": "a", "in/deep/er/b.apns": "b",
                "in/link.json": GoldenMessages["batch.link", ["source": "/in/link.json"]],
                "in/away": GoldenMessages["batch.link", ["source": "/in/away"]],
            ]
        )
    }

    @Test("A file replaced by a link is not followed")
    func linkInstead() throws {
        let scratch = try InputScratch()
        try scratch.write("a", to: "in/a.json")
        try scratch.write("secret", to: "outside.json")
        let found = try #require(try scratch.found())
        try scratch.remove("in/a.json")
        try scratch.link("in/a.json", to: "../outside.json")
        #expect(throws: InputError.link(found.entry.source)) {
            try InputByteReader.open(found, stopDescriptor: -1).get()
        }
    }

    @Test("A directory replaced by a link is still read at its original location")
    func linkAbove() throws {
        let scratch = try InputScratch()
        try scratch.write("inside", to: "in/sub/a.json")
        try scratch.write("secret", to: "outside/a.json")
        let found = try #require(try scratch.found())
        try FileManager.default.moveItem(atPath: scratch.path + "/in/sub", toPath: scratch.path + "/in/moved")
        try scratch.link("in/sub", to: "../outside")
        let bytes = try InputByteReader.open(found, stopDescriptor: -1).get()
        #expect(String(decoding: try bytes.next(), as: UTF8.self) == "inside")
    }

    @Test("Directories deeper than the limit are rejected", arguments: [127, 128])
    func depth(directories: Int) throws {
        let scratch = try InputScratch()
        try scratch.write("a", to: "in/" + String(repeating: "d/", count: directories) + "a.json")
        let found = try #require(try scratch.found())
        if case .problem(let sentence) = found.entry.place {
            #expect(sentence.hasSuffix(GoldenMessages["batch.nesting", ["limit": "128"]]))
            #expect(directories == 128)
        } else {
            #expect(directories == 127)
        }
    }

    @Test(
        "Roots whose outputs would collide are rejected",
        arguments: [
            ["x.ndjson", "x.ndjson.gz"], ["x.jsonl.zst", "x.jsonl.gz"], ["-", "stdin.ndjson.gz"],
            ["x.json", "sub/x.json"],
        ]
    )
    func roots(names: [String]) throws {
        let scratch = try InputScratch()
        let paths = names.map { $0 == "-" ? $0 : scratch.path + "/" + $0 }
        for name in names where name != "-" { try scratch.write("", to: name) }
        #expect { try BatchRoots(paths, output: scratch.path + "/out") } throws: { error in
            (error as? BatchError)?.sentence.contains(GoldenMessages["batch.outputs-meet"]) == true
        }
        #expect(try BatchRoots([paths[0], scratch.path + "/in"], output: scratch.path + "/out").roots.count == 2)
    }
}
