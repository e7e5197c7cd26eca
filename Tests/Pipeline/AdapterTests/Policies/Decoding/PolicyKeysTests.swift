import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import PolicyFiles

@Suite("Keys of policies", .inProcess, .timeLimit(.minutes(1)))
struct PolicyKeysTests {
    @Test("Every key is stored in the policy")
    func everything() throws {
        let text = """
            schema: attache-policy/1
            name: full
            order: 7
            summary: All of it
            source: [One, Two]
            payload:
              media:
                - url: $.a
                  type: $.t
                - url: $['b-c']
                  type: null
              auto: [$.own]
              all: true
              requires: [$.g]
              on-missing: hang
            extension: [bytes]
            types:
              image: { extensions: [png], limit: 1MiB, warn: 1MB }
              audio: { extensions: [mp3], limit: 5MB, warn: null }
            completeness: lenient
            network:
              cellular: { skip: [video], without-extension: skip }
              low-data: skip
            fetch: { status: any, redirects: 3, timeout: 1.5s }
            ats: { NSAllowsArbitraryLoads: true }
            ats-profile: ios-10
            ats-rules:
              local-addresses-need-key: true
              local-networking-no-ends-arbitrary-loads: false
              subdomains: one-label
              cipher-suites: documented
            lint: [media-with-actions]
            """
        var expected = Policy(name: "full", order: 7, summary: "All of it")
        expected.rules.sources = ["One", "Two"]
        expected.payload = PayloadRules(
            media: [
                PayloadRules.MediaLocation(url: try JSONPath(parsing: "$.a"), type: try JSONPath(parsing: "$.t")),
                PayloadRules.MediaLocation(url: try JSONPath(parsing: "$['b-c']")),
            ],
            takesAll: true,
            evidence: [PayloadCondition(try JSONPath(parsing: "$.own"))],
            requires: [PayloadCondition(try JSONPath(parsing: "$.g"))],
            onMissing: .hang
        )
        expected.extensionStrategies = [.bytes]
        expected.types = [
            .image: TypeRule(extensions: ["png"], limit: 1 << 20, warn: 1_000_000),
            .audio: TypeRule(extensions: ["mp3"], limit: 5_000_000),
        ]
        expected.completeness = .lenient
        expected.network = NetworkRules(cellularSkip: [.video], cellularWithoutExtension: .skip, lowData: .skip)
        expected.fetch = FetchRules(status: .any, redirectLimit: 3, timeout: .milliseconds(1500))
        expected.ats.allowsArbitraryLoads = true
        expected.ats.profile = .ios10
        expected.ats.readings.localAddressesNeedKey = true
        expected.ats.readings.localNetworkingNoEndsArbitraryLoads = false
        expected.ats.readings.subdomains = .oneLabel
        expected.ats.readings.cipherSuites = .documented
        expected.lints = [.mediaWithActions]
        let result = PolicyLoader().load(text: Array(text.utf8), file: "full.yaml")
        #expect(result.problems.isEmpty)
        expected.rules.definition = try #require(result.loaded.first).rules.definition
        #expect(result.loaded == [expected])
    }

    @Test("Five mistakes are reported at once, each with line, key and remedy")
    func fiveMistakes() {
        let text = """
            schema: attache-policy/1
            name: broken
            payload:
              medai:
                - url: $.media_url
            extension: url-path
            types:
              image: { extensions: [png], limit: 10M }
              video:
                extensions: [mp4]
                limit: 50MiB
            network:
              cellular: { skip: [audio, vidoe] }
            fetch: { redirects: 17 }
            """
        let problems = PolicyLoader().load(text: Array(text.utf8), file: "broken.yaml").problems
        #expect(
            problems.map { "\($0.line ?? 0):\($0.column ?? 0) \($0.keyPath)" } == [
                "4:3 payload.medai", "6:12 extension", "8:38 types.image.limit", "13:29 network.cellular.skip[1]",
                "14:21 fetch.redirects",
            ]
        )
        #expect(problems.map(\.file) == Array(repeating: "broken.yaml", count: 5))
        let cures = ["media", "[a, b]", "10MiB", "video", "0 to 16"]
        for (problem, cure) in zip(problems, cures) { #expect(problem.fix.contains(cure), "\(problem)") }
        let message = GoldenMessages["problem.unknown-key"]
        let fix = GoldenMessages["problem.did-you-mean", ["name": "media"]]
        #expect(problems.first?.description == "broken.yaml:4:3: error: payload.medai: \(message) (\(fix))")
    }

    @Test(
        "One wrong value is one problem with its position",
        arguments: [
            ("schema: attache-policy/2", "schema"), ("name: Hive", "name"), ("name: auto", "name"),
            ("name: [a]", "name"),
            ("name: -a", "name"), ("name: true", "name"), ("order: -1", "order"), ("order: 1001", "order"),
            ("order: first", "order"), ("order: '1'", "order"), ("summary: [a]", "summary"), ("summary:", "summary"),
            ("source: text", "source"), ("source: [true]", "source[0]"), ("payload:", "payload"),
            ("payload: []", "payload"), ("payload: { media: {} }", "payload.media"),
            ("payload: { media: [$.a] }", "payload.media[0]"),
            ("payload: { media: [{ type: $.a }] }", "payload.media[0]"),
            ("payload: { media: [{ url: a.b }] }", "payload.media[0].url"),
            ("payload: { media: [{ url: $.a, typ: $.b }] }", "payload.media[0].typ"),
            ("payload: { all: yes }", "payload.all"), ("payload: { auto: $.a }", "payload.auto"),
            ("payload: { auto: [a] }", "payload.auto[0]"), ("payload: { requires: $.a }", "payload.requires"),
            ("payload: { on-missing: crash }", "payload.on-missing"), ("extension: []", "extension"),
            ("extension: [bytes, bytes]", "extension[1]"), ("extension: [magic]", "extension[0]"),
            ("types: { text: {} }", "types.text"), ("types: { image: { limit: 0B } }", "types.image.limit"),
            ("types: { image: { limit: 10 } }", "types.image.limit"),
            ("types: { image: { warn: 11MB } }", "types.image.warn"),
            ("types: { image: { extensions: [.png] } }", "types.image.extensions[0]"),
            ("types: { image: { extensions: [PNG] } }", "types.image.extensions[0]"),
            ("types: { image: { extensions: [png, png] } }", "types.image.extensions[1]"),
            ("types: { image: { extensions: [p/g] } }", "types.image.extensions[0]"),
            ("types: { image: { extensions: [] } }", "types.image.extensions"),
            ("types: { audio: { limit: 5MiB } }", "types.audio"), ("network: { lowdata: skip }", "network.lowdata"),
            ("network: { low-data: true }", "network.low-data"), ("completeness: loose", "completeness"),
            ("fetch: { status: 200 }", "fetch.status"),
            ("fetch: { redirects: -1 }", "fetch.redirects"), ("fetch: { timeout: 0s }", "fetch.timeout"),
            ("fetch: { timeout: 30 }", "fetch.timeout"), ("fetch: { timeout: 601s }", "fetch.timeout"),
            ("ats: true", "ats"), ("ats: { NSAllowsArbitraryLoads: yes }", "ats.NSAllowsArbitraryLoads"),
            ("ats-profile: ios-18", "ats-profile"),
            ("ats-rules: { subdomains: two }", "ats-rules.subdomains"),
            ("ats-rules: { suites: all }", "ats-rules.suites"), ("lint: [media]", "lint[0]"), ("colour: red", "colour"),
        ]
    )
    func wrongValue(line: String, key: String) {
        let base = Policy(name: "base", types: [.image: TypeRule(extensions: ["png"], limit: 10_000_000)])
        var lines = ["schema: attache-policy/1", "name: child", "extends: base"]
        lines.removeAll { $0.split(separator: ":")[0] == line.split(separator: ":")[0] }
        lines.append(line)
        let text = lines.joined(separator: "\n")
        let result = PolicyLoader(base: PolicySet([base])).load(text: Array(text.utf8), file: "child.yaml")
        #expect(result.problems.map(\.keyPath) == [key], "\(result.problems)")
        #expect(result.problems.map(\.line) == [lines.count])
        #expect(result.problems.allSatisfy { !$0.fix.isEmpty && !$0.message.isEmpty })
        #expect(result.loaded.isEmpty)
    }

    @Test(
        "Missing required keys are reported",
        arguments: [("name: a\ntypes: {}", 2), ("schema: attache-policy/1\nextends: base", 1), ("- a", 1), ("text", 1)]
    )
    func missing(text: String, count: Int) {
        let base = Policy(name: "base", types: [.image: TypeRule(extensions: ["png"], limit: 1)])
        let problems = PolicyLoader(base: PolicySet([base])).load(text: Array(text.utf8), file: "f").problems
        #expect(problems.filter { $0.keyPath.isEmpty }.count >= count, "\(problems)")
    }

    @Test(
        "The bounds themselves are accepted",
        arguments: [
            "fetch: { timeout: 1ms }", "fetch: { timeout: 600s }", "fetch: { redirects: 0 }",
            "fetch: { redirects: 16 }", "order: 0", "order: 1000", "types: { image: { warn: 10MB } }",
        ]
    )
    func bounds(line: String) {
        let base = Policy(name: "base", types: [.image: TypeRule(extensions: ["png"], limit: 10_000_000)])
        let text = "schema: attache-policy/1\nname: child\nextends: base\n\(line)"
        #expect(PolicyLoader(base: PolicySet([base])).load(text: Array(text.utf8), file: "f").problems.isEmpty)
    }
}
