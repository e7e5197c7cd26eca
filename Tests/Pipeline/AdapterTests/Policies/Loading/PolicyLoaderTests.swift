import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL
@testable import PolicyFiles

@Suite("Policy loader", .inProcess, .timeLimit(.minutes(1)))
struct PolicyLoaderTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test(
        "The dialect's own keys are inherited with its media keys only",
        arguments: [
            ("", ["$.own"]), ("payload: { all: true }", ["$.own"]), ("payload: { media: [{ url: $.b }] }", []),
            ("payload: { media: [{ url: $.b }], auto: [$.new] }", ["$.new"]),
        ]
    )
    func ownKeys(_ line: String, evidence: [String]) throws {
        let types = "types: { image: { extensions: [png], limit: 1MB } }"
        let base = try write("base", "payload: { media: [{ url: $.a }], auto: [$.own] }\n\(types)")
        let child = try write("child", "extends: base\n\(line)")
        let result = PolicyLoader().load(files: [base, child])
        #expect(result.problems.isEmpty, "\(result.problems)")
        #expect(result.policies["child"]?.payload.evidence.map(\.description) == evidence)
    }

    @Test("Keys that a file does not set are inherited from its parent", arguments: [false, true])
    func inheritance(isReversed: Bool) throws {
        let base = try write(
            "base",
            """
            order: 3
            summary: Base
            source: [Base]
            types:
              image: { extensions: [png], limit: 10MB, warn: 9MB }
              audio: { extensions: [mp3], limit: 5MB }
            network: { low-data: skip, cellular: { skip: [video] } }
            fetch: { timeout: 5s, redirects: 2 }
            ats:
              NSAllowsLocalNetworking: true
              NSExceptionDomains: { a.example: { NSIncludesSubdomains: true } }
            ats-profile: ios-10
            """
        )
        let child = try write(
            "child",
            """
            extends: base
            types:
              image: { limit: 20MB }
              audio: null
              video: { extensions: [mp4], limit: 50MB }
            network: { cellular: { without-extension: skip } }
            fetch: { redirects: 4 }
            ats:
              NSExceptionDomains: { a.example: { NSExceptionRequiresForwardSecrecy: false }, b.example: {} }
            """
        )
        let result = PolicyLoader().load(files: isReversed ? [child, base] : [base, child])
        #expect(result.problems.isEmpty, "\(result.problems)")
        let policy = try #require(result.policies["child"])
        #expect(policy.types[.image] == TypeRule(extensions: ["png"], limit: 20_000_000, warn: 9_000_000))
        #expect(policy.types[.audio] == nil)
        #expect(policy.types[.video] == TypeRule(extensions: ["mp4"], limit: 50_000_000))
        #expect(policy.network == NetworkRules(cellularSkip: [.video], cellularWithoutExtension: .skip, lowData: .skip))
        #expect(policy.fetch == FetchRules(redirectLimit: 4, timeout: .seconds(5)))
        #expect(policy.ats.profile == .ios10)
        #expect(policy.ats.allowsLocalNetworking == true)
        #expect(policy.ats.exceptionDomains["a.example"]?.includesSubdomains == true)
        #expect(policy.ats.exceptionDomains["a.example"]?.requiresForwardSecrecy == false)
        #expect(policy.ats.exceptionDomains["b.example"] == ATSDictionary.ExceptionDomain())
        // The identity of a policy, unlike its rules, is not inherited.
        #expect(policy.order == Policy.defaultOrder)
        #expect(policy.summary.isEmpty && policy.sources.isEmpty)
    }

    @Test("A cycle is reported where it closes", arguments: [1, 2, 3])
    func circle(length: Int) throws {
        let files = try (0..<length).map { index in
            try write("p\(index)", "extends: p\((index + 1) % length)\ntypes: { image: { limit: 1MB } }")
        }
        let result = PolicyLoader().load(files: files)
        #expect(result.problems.map(\.keyPath) == ["extends"], "\(result.problems)")
        #expect(result.problems.first?.line == 3)
    }

    @Test("An unknown parent is one problem, with advice, and does not hide the file's own problems")
    func unknownParent() throws {
        let base = Policy(name: "apple", types: [.image: TypeRule(extensions: ["png"], limit: 1)])
        let file = try write("child", "extends: aple\nfetch: { redirects: 99 }")
        let problems = PolicyLoader(base: PolicySet([base])).check(files: [file])
        #expect(problems.map(\.keyPath) == ["extends", "fetch.redirects"])
        #expect(problems.first?.fix == GoldenMessages["problem.did-you-mean", ["name": "apple"]])
    }

    @Test("A file may replace a policy and extend it")
    func replacement() throws {
        let apple = Policy(name: "apple", order: 0, types: [.image: TypeRule(extensions: ["png"], limit: 100)])
        let file = try write("apple", "extends: apple\ntypes: { image: { limit: 50B } }")
        let result = PolicyLoader(base: PolicySet([apple])).load(files: [file])
        #expect(result.problems.isEmpty)
        #expect(result.policies.names == ["apple"])
        #expect(result.policies["apple"]?.types[.image] == TypeRule(extensions: ["png"], limit: 50))
    }

    @Test("Two files with the same name are rejected")
    func sameName() throws {
        let files = [
            try scratch.write("schema: attache-policy/1\nname: a\n\(types)", to: "1.yaml"),
            try scratch.write("schema: attache-policy/1\nname: a\n\(types)", to: "2.yaml"),
        ]
        let result = PolicyLoader().load(files: files)
        #expect(result.problems.map(\.file) == [files[1]])
        #expect(result.problems.first?.message.contains(files[0]) == true)
    }

    @Test("A directory provides its .yaml and .yml files, sorted, and no others")
    func directory() throws {
        for name in ["b.yml", "a.yaml"] {
            try scratch.write("schema: attache-policy/1\nname: \(name.prefix(1))\n\(types)", to: name)
        }
        for name in [".hidden.yaml", "notes.txt", "c.yaml~", "yaml"] { try scratch.write("x", to: name) }
        #expect(try PolicyDirectory.files(in: scratch.path) == ["\(scratch.path)/a.yaml", "\(scratch.path)/b.yml"])
        let result = PolicyLoader(base: PolicySet([Policy(name: "z", order: 0)])).load(directory: scratch.path)
        #expect(result.problems.isEmpty)
        #expect(result.policies.names == ["z", "a", "b"])
        #expect(result.loaded.map(\.name) == ["a", "b"])
    }

    @Test("A broken file does not affect the others")
    func brokenNeighbour() throws {
        try scratch.write("schema: attache-policy/1\nname: a\n\(types)", to: "a.yaml")
        try scratch.write("schema: [", to: "b.yaml")
        let result = PolicyLoader().load(directory: scratch.path)
        #expect(result.loaded.map(\.name) == ["a"])
        #expect(result.errors.map(\.file) == ["\(scratch.path)/b.yaml"])
    }

    @Test("An unreadable file is reported by name", arguments: ["missing.yaml", ""])
    func unreadable(name: String) {
        let path = "\(scratch.path)/\(name)"
        let problems = PolicyLoader().check(files: [path])
        #expect(problems.map(\.file) == [path])
        #expect(problems.first?.line == nil)
        #expect(PolicyLoader().load(directory: "\(scratch.path)/missing").errors.count == 1)
    }

    @Test(
        "A file over the limit is rejected without reading it, and an endless one too",
        arguments: ["large.yaml", "/dev/zero"]
    )
    func large(name: String) throws {
        var path = name
        if name == "large.yaml" { path = try scratch.write(String(repeating: "#", count: (256 << 10) + 1), to: name) }
        let problems = PolicyLoader().check(files: [path])
        #expect(problems.map(\.file) == [path])
        #expect(problems.first?.message.contains("256KiB") == true)
    }

    private let types = "types: { image: { extensions: [png], limit: 1MB } }"

    private func write(_ name: String, _ text: String) throws -> String {
        try scratch.write("schema: attache-policy/1\nname: \(name)\n\(text)\n", to: "\(name).yaml")
    }
}
