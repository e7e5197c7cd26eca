import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import PolicyFiles

/// Keys of dialects with values that no sender of the vendor writes: a push is always judged, and in linear time.
@Suite("Hostile keys of dialects", .inProcess, .timeLimit(.minutes(1)))
struct HostileKeyTests {
    private static let values = [
        "null", "true", "0", "-1e400", #""""#, #"" ""#, #"" https://h.ex/a.png""#, #""https://""#, #""://""#,
        #""https://h.ex/%""#, #""https://h.ex/a.png#?.gif""#, #""\u0000""#, #""\ud83d\ude00.png""#, "[]", "{}",
        "[[[]]]",
        #"{"a":{"b":{"c":[1,{"d":null}]}}}"#, #"["https://h.ex/a.png",7,null]"#, #"[{"url":[]},{"url":{}}]"#,
        #"{"url":"https://h.ex/a.png"}"#, #""\#(String(repeating: "x", count: 3000))""#,
        #""https://h.ex/a.\#(String(repeating: "x", count: 3000))""#,
    ]

    /// Writes a value at a path, and a second value beside it; a wildcard becomes a list or an object.
    private static func text(_ value: String, at segments: ArraySlice<JSONPathSegment>, inList: Bool) -> String {
        guard let segment = segments.first else { return value }
        let inner = text(value, at: segments.dropFirst(), inList: inList)
        switch segment {
        case .name(let name): return "{\"\(name)\":\(inner)}"
        case .index: return "[\(inner)]"
        case .wildcard: return inList ? "[\(inner)]" : "{\"k\":\(inner)}"
        }
    }

    private func judge(_ payload: String, under name: String) throws -> DeviceVerdict? {
        let members = payload.dropFirst().dropLast()
        let text = #"{"aps":{"alert":"x","mutable-content":1}\#(members.isEmpty ? "" : ","+members)}"#
        guard text.utf8.count <= 4096 else { return nil }
        _ = try Dialects.chosen(text)
        return try Dialects.predict(text, under: name) { url in
            ResponseFacts.whole(url, "image/png; x=\"", .png)
        }
    }

    @Test("Every path of every dialect takes every value", arguments: Dialects.names)
    func values(_ name: String) throws {
        let policy = try #require(Dialects.policies[name])
        let rules = policy.payload
        let conditions = rules.requires + rules.evidence + rules.media.flatMap { $0.when + $0.unless }
        let paths =
            rules.media.flatMap { [$0.url, $0.type].compactMap(\.self) } + conditions.flatMap(\.clauses).map(\.path)
            + rules.forms.map(\.path)
        for path in paths where path.segments.first != .name("aps") {
            for value in Self.values {
                for depth in 1...max(1, path.segments.count) {
                    for inList in [true, false] {
                        let payload = Self.text(value, at: path.segments.prefix(depth), inList: inList)
                        let verdict = try judge(payload, under: name)
                        // A push is shown in some form, or nothing is known of it; both are a verdict.
                        #expect(verdict == nil || verdict?.dialect == name)
                        if let verdict {
                            var writer = JSONWriter()
                            verdict.write(to: &writer)
                            #expect((try? JSONDocument(parsing: writer.bytes)) != nil)
                        }
                    }
                }
            }
        }
    }

    /// 64 KiB are the limit of an input line; the limit of APNs is enforced before, so the parts are called here.
    @Test("Ten thousand media cost linear time")
    func manyMedia() throws {
        let policy = try #require(Dialects.policies["onesignal"])
        let entries = (0..<10_000).map { #""k\#($0)":"https://h.ex/\#($0).png""# }.joined(separator: ",")
        let payload = try JSONDocument(parsing: Array(#"{"att":{\#(entries)}}"#.utf8))
        let choice = PolicyChooser(policies: Dialects.policies).choose(for: payload)
        #expect(choice.map { Dialects.policies.names[$0.place] } == "onesignal")
        let found = MediaFinder.find(in: payload, policy: policy)
        #expect(found.references.count == Gate.mediaLimit)
        let predictor = try #require(DevicePredictor(policy: policy, network: .wifi))
        let verdict = predictor.predict(
            payload,
            media: found.references.map { DeviceMedium($0, facts: .whole($0.text, "image/png", .png)) }
        )
        #expect(verdict.media.count == Gate.mediaLimit && verdict.shown == .media)
    }

    /// Ten thousand values at every wildcard of a dialect, usable or not, and the same beside the keys that it reads.
    @Test(arguments: Dialects.names)
    func manyValues(_ name: String) throws {
        let policy = try #require(Dialects.policies[name])
        let paths = policy.payload.media.map(\.url) + policy.payload.forms.map(\.path)
        for path in Set(paths.filter { !$0.isSingular }) {
            guard let place = path.segments.firstIndex(of: .wildcard) else { continue }
            let rest = path.segments[(place + 1)...]
            for value in [#""https://h.ex/a.png""#, "7", "{}"] {
                let child = Self.text(value, at: rest, inList: true)
                for isList in [true, false] {
                    let children = (0..<10_000).map { isList ? child : "\"k\($0)\":\(child)" }.joined(separator: ",")
                    let whole = isList ? "[\(children)]" : "{\(children)}"
                    let text = Self.text(whole, at: path.segments[..<place], inList: true)
                    let payload = try JSONDocument(parsing: Array(text.utf8))
                    _ = PolicyChooser(policies: Dialects.policies).choose(for: payload)
                    let found = MediaFinder.find(in: payload, policy: policy)
                    #expect(found.references.count <= Gate.mediaLimit)
                    #expect(found.problems.count <= Gate.mediaLimit + 1)
                    #expect(found.unread.count <= Gate.mediaLimit * policy.payload.media.count)
                    _ = policy.payload.malformed(in: payload.root)
                }
            }
        }
    }

    /// A hostile origin writes the headers.
    @Test(arguments: [
        "", ";", "=", "\"", "attachment;filename*=UTF-8''%", String(repeating: ";", count: 1024),
        String(repeating: "filename=\"\\", count: 90), "a;filename=" + String(repeating: "../", count: 300),
        "a;filename*=" + String(repeating: "'", count: 1000), "\u{FFFD};filename=\u{0}",
    ])
    func headers(_ value: String) throws {
        for name in Dialects.names {
            let rules = try #require(Dialects.policies[name]?.device)
            let url = try #require(DeviceURL("https://h.ex/a"))
            for facts in [
                ResponseFacts(finalURL: "https://h.ex/a", contentType: value),
                ResponseFacts(finalURL: "https://h.ex/", contentDisposition: value), ResponseFacts(finalURL: value),
            ] {
                let naming = rules.name(NamingInput(url: url, statedType: value, facts: facts))
                #expect(naming.fileName.utf8.count <= 4096)
            }
        }
    }
}
