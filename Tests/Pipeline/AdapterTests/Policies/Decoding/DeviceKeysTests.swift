import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import PolicyFiles

@Suite("Keys of devices", .inProcess, .timeLimit(.minutes(1)))
struct DeviceKeysTests {
    private static let base = """
        schema: attache-policy/1
        name: one
        types: { image: { extensions: [png], limit: 1MB } }

        """

    private func load(_ text: String) -> LoadedPolicies {
        PolicyLoader().load(text: Array((Self.base + text).utf8), file: "one.yaml")
    }

    @Test("Every key is stored in the rules")
    func everything() throws {
        let result = load(
            """
            device:
              vendor: Shop
              verified: code-sample
              naming: [suggested-name, query:file, fixed:jpg, mime-map, hint:bytes]
              basis: final
              case-sensitive: true
              allow: [jpg, png]
              stop-at-unlisted: true
              mime: { image/jpeg: jpg }
              values: { image: png }
              unknown: abort-all
              status: 200
              https-only: true
              trim: true
              drop-invalid-urls: true
              other-urls: a file
              low-data: skip
              length-limit: 5MB
              time: { total: 20s, idle: 500ms, tries: 3 }
              parallel: true
              attachments: append
              all-or-nothing: true
              failure: alternative-text
              alternative-text: $.alt
              expiry: none
              texts:
                { title: $.t, subtitle: $.s, body: $.b, only-on-success: true, default-title: None, default-body: "" }
              changes: [Sets the badge.]
              quirks: [{ versions: before 2, effect: Crashes. }]
              doubts: [All of it.]
            """
        )
        #expect(result.problems.isEmpty, "\(result.problems)")
        var rules = DeviceRules()
        rules.vendor = "Shop"
        rules.certainty = .sample
        rules.naming = [.suggestedName, .query("file"), .fixed("jpg"), .mimeMap, .hintBytes]
        rules.basis = .final
        rules.isCaseSensitive = true
        rules.allowed = ["jpg", "png"]
        rules.stopsAtUnlisted = true
        rules.mime = ["image/jpeg": "jpg"]
        rules.values = ["image": "png"]
        rules.unknownType = .abortAll
        rules.status = .ok
        rules.isHTTPSOnly = true
        rules.trimsURL = true
        rules.dropsInvalidURLs = true
        rules.loadsTogether = true
        rules.otherURLs = "a file"
        rules.skipsLowData = true
        rules.lengthLimit = 5_000_000
        rules.totalTime = .seconds(20)
        rules.idleTime = .milliseconds(500)
        rules.tries = 3
        rules.joining = .append
        rules.isAllOrNothing = true
        rules.failure = .alternativeText
        rules.alternativeText = try JSONPath(parsing: "$.alt")
        rules.expiry = .none
        rules.texts.title = try JSONPath(parsing: "$.t")
        rules.texts.subtitle = try JSONPath(parsing: "$.s")
        rules.texts.body = try JSONPath(parsing: "$.b")
        rules.texts.needsSuccess = true
        rules.texts.defaultTitle = "None"
        rules.texts.defaultBody = ""
        rules.changes = ["Sets the badge."]
        rules.quirks = [DeviceRules.Quirk(versions: "before 2", effect: "Crashes.")]
        rules.doubts = ["All of it."]
        #expect(result.loaded.first?.device == rules)
    }

    @Test("A policy inherits the rules, changes some, or removes them")
    func inheritance() throws {
        var parent = DeviceRules()
        parent.vendor = "Shop"
        parent.status = .success
        let rules = parent
        let base = PolicySet([
            Policy(
                name: "shop",
                types: [.image: TypeRule(extensions: ["png"], limit: 10)],
                device: rules
            )
        ])
        func child(_ line: String) -> DeviceRules? {
            let text = "schema: attache-policy/1\nname: child\nextends: shop\n\(line)\n"
            let result = PolicyLoader(base: base).load(text: Array(text.utf8), file: "child.yaml")
            return result.policies["child"]?.device
        }
        #expect(child("") == rules)
        #expect(child("device: { expiry: best }")?.status == .success)
        #expect(child("device: { expiry: best }")?.expiry == .best)
        #expect(child("device: null") == nil)
    }

    @Test("Conditions have a path, a text, a kind, or alternatives")
    func conditions() throws {
        let result = load(
            """
            payload:
              requires: [$.a, { path: $.b, equals: x }, { path: $.c, string: true }, { any: [$.d, { path: $.e }] }]
              fallback: true
            """
        )
        #expect(result.problems.isEmpty, "\(result.problems)")
        let payload = try #require(result.loaded.first?.payload)
        #expect(payload.fallsBack)
        #expect(payload.requires.map(\.description) == ["$.a", "$.b == x", "$.c is a string", "$.d | $.e"])
        for (text, missing) in [
            (#"{"a":1,"b":"x","c":"","e":null}"#, nil), (#"{"a":1,"b":"y","c":"","d":1}"#, "$.b == x"),
            (#"{"a":1,"b":["x"],"c":"","d":1}"#, "$.b == x"), (#"{"a":1,"b":"x","c":7,"d":1}"#, "$.c is a string"),
            (#"{"a":1,"b":"x","c":"c"}"#, "$.d | $.e"), ("[]", "$.a"),
        ] {
            let root = try JSONDocument(parsing: Array(text.utf8)).root
            #expect(payload.missing(in: root)?.description == missing, "\(text)")
        }
    }

    @Test("A location has conditions, and a payload has forms")
    func conditionsOfLocations() throws {
        let result = load(
            """
            payload:
              media:
                - url: $.a
                  when: [$.on, { path: $.list, kind: list }]
                  unless: [{ path: $.lazy, equals: true }, $.both]
              forms:
                - { path: "$.a[*]", kind: [text, "null"] }
                - { path: $.crop.x, kind: number, range: [0, 0.5], within: $.crop, unless: [$.old] }
            """
        )
        #expect(result.problems.isEmpty, "\(result.problems)")
        let payload = try #require(result.loaded.first?.payload)
        let location = try #require(payload.media.first)
        #expect(location.when.map(\.description) == ["$.on", "$.list is a list"])
        #expect(location.unless.map(\.description) == ["$.lazy == true", "$.both"])
        for (text, isRead) in [
            (#"{"on":0,"list":[]}"#, true), (#"{"on":0,"list":{}}"#, false), (#"{"list":[]}"#, false),
            (#"{"on":0,"list":[],"lazy":true}"#, true), (#"{"on":0,"list":[],"lazy":true,"both":0}"#, false),
            (#"{"on":0,"list":[],"lazy":"true","both":0}"#, true), (#"{"on":0,"list":[],"lazy":1,"both":0}"#, false),
            (#"{"on":0,"list":[],"lazy":2,"both":0}"#, true),
        ] {
            let root = try JSONDocument(parsing: Array(text.utf8)).root
            #expect(location.isRead(in: root) == isRead, "\(text)")
        }
        for (text, pointer) in [
            ("{}", nil), (#"{"a":["x",null]}"#, nil), (#"{"a":["x",7]}"#, "/a/1"), (#"{"crop":{}}"#, "/crop/x"),
            (#"{"crop":{},"old":1}"#, nil), (#"{"crop":[]}"#, nil), (#"{"crop":{"x":0.5}}"#, nil),
            (#"{"crop":{"x":0.51}}"#, "/crop/x"), (#"{"crop":{"x":"0"}}"#, "/crop/x"),
        ] {
            let root = try JSONDocument(parsing: Array(text.utf8)).root
            #expect(payload.malformed(in: root)?.pointer == pointer, "\(text)")
        }
    }

    @Test(
        "One wrong value is one problem with its position",
        arguments: [
            ("device: { vendor: V, naming: [magic] }", "device.naming[0]"),
            ("device: { vendor: V, naming: ['query:'] }", "device.naming[0]"),
            ("device: { vendor: V, naming: url }", "device.naming"),
            ("device: { vendor: V, naming: [mime-map] }", "device.naming"), ("device: { expiry: best }", "device"),
            ("device: { vendor: V, basis: third }", "device.basis"), ("device: { vendor: V, alow: [] }", "device.alow"),
            ("device: { vendor: V, mime: [a] }", "device.mime"),
            ("device: { vendor: V, status: 404 }", "device.status"),
            ("device: { vendor: V, length-limit: 5 }", "device.length-limit"),
            ("device: { vendor: V, time: { total: soon } }", "device.time.total"),
            ("device: { vendor: V, time: { tries: 0 } }", "device.time.tries"),
            ("device: { vendor: V, failure: alternative-text }", "device.failure"),
            ("device: { vendor: V, failure: crash }", "device.failure"),
            ("device: { vendor: V, texts: { title: t } }", "device.texts.title"),
            ("device: { vendor: V, quirks: [{ versions: all }] }", "device.quirks[0]"),
            ("device: []", "device"), ("payload: { requires: [{ equals: x }] }", "payload.requires[0]"),
            ("payload: { requires: [{ any: $.a }] }", "payload.requires[0].any"),
            ("payload: { fallback: maybe }", "payload.fallback"),
            ("payload: { requires: [{ path: $.a, kind: string }] }", "payload.requires[0].kind"),
            ("payload: { requires: [{ path: $.a, equals: false }] }", "payload.requires[0].equals"),
            ("payload: { media: [{ url: $.a, when: $.b }] }", "payload.media[0].when"),
            ("payload: { media: [{ url: $.a, unless: [b] }] }", "payload.media[0].unless[0]"),
            ("payload: { forms: [$.a] }", "payload.forms[0]"),
            ("payload: { forms: [{ path: $.a }] }", "payload.forms[0]"),
            ("payload: { forms: [{ path: $.a, kind: map }] }", "payload.forms[0].kind"),
            ("payload: { forms: [{ path: $.a, kind: number, range: [1, 0] }] }", "payload.forms[0].range"),
            ("device: { vendor: V, parallel: 2 }", "device.parallel"),
        ]
    )
    func problems(_ line: String, keyPath: String) {
        let problems = load(line + "\n").problems
        #expect(problems.contains { $0.keyPath == keyPath }, "\(problems)")
    }
}
