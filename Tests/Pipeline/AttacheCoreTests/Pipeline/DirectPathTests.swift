import AttacheSystem
import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

@Suite("Direct path", .inProcess, .timeLimit(.minutes(1)))
struct DirectPathTests {
    /// A payload, and whether the direct path accepts it.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let isDirect: Bool

        init(_ name: String, _ isDirect: Bool, _ text: String) {
            testDescription = name
            self.text = text
            self.isDirect = isDirect
        }
    }

    private struct Payloads: ResultBatch {
        var payloads: [String] = []
        var takesPayloads = true

        mutating func append(_ result: RewriteResult) {}
        mutating func append(contentsOf next: consuming Payloads) { payloads += next.payloads }
        mutating func append(payload: Span<UInt8>) {
            var bytes: [UInt8] = []
            bytes.append(copying: payload)
            payloads.append(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static let attachment = AttacheCore.Attachment(
        identifier: "c0ffee",
        file: StoredFile(path: "/store/c0/c0ffee.png", sha256: "c0ffee", byteCount: 7),
        format: .png,
        fileExtension: "png",
        pixels: nil,
        frameCount: nil,
        source: "https://h.example/a.png"
    )

    private let clock = ManualClock()

    private func policies() throws -> PolicySet {
        func locations(_ paths: [String], type: String? = nil) throws -> [PayloadRules.MediaLocation] {
            try paths.map { path in
                PayloadRules.MediaLocation(
                    url: try JSONPath(parsing: path),
                    type: try type.map { text throws(ConfigurationError) in try JSONPath(parsing: text) }
                )
            }
        }
        func policy(_ name: String, _ order: Int, _ payload: PayloadRules, _ lints: [LintRule] = []) -> Policy {
            Policy(
                name: name,
                order: order,
                payload: payload,
                types: [.image: TypeRule(extensions: ["png"], limit: 1000)],
                lints: lints
            )
        }
        var shop = PayloadRules(media: try locations(["$.media_url", "$.shop.url"]))
        shop.evidence = [PayloadCondition(try JSONPath(parsing: "$.shop"))]
        let common = try locations(["$.image", "$.data.image"]) + locations(["$.media_url"], type: "$.mediaType")
        var asks = PayloadRules(media: try locations(["$.asks.url"]))
        asks.requires = [PayloadCondition(try JSONPath(parsing: "$.asks.key"))]
        var several = PayloadRules(media: try locations(["$.list[*]"]))
        several.takesAll = true
        var vendor = policy("vendor", 800, PayloadRules(media: try locations(["$.ct_mediaUrl"])))
        vendor.device = DeviceRules()
        var gated = PayloadRules(media: try locations(["$.gated.url", "$.gated.other"]))
        gated.media[0].unless = [
            PayloadCondition([.init(try JSONPath(parsing: "$.gated.lazy"), isTrue: true)])
        ]
        var formed = PayloadRules(media: try locations(["$.formed.url"]))
        formed.forms = [PayloadForm(try JSONPath(parsing: "$.formed.id"), kinds: [.text])]
        var kind = PayloadRules(media: try locations(["$.kind.url"]))
        kind.requires = [PayloadCondition([.init(try JSONPath(parsing: "$.kind.key"), kind: .number)])]
        kind.onMissing = .hang
        return PolicySet([
            policy("gated", 40, gated), policy("formed", 50, formed), policy("kind", 60, kind),
            vendor,
            policy("apple", 0, PayloadRules()),
            policy("shop", 10, shop, [.mediaWithActions]),
            policy("asks", 20, asks),
            policy("several", 30, several),
            policy("common", 900, PayloadRules(media: common)),
        ])
    }

    /// A pipeline that attaches each medium, but not those of `gone.example`.
    private func pipeline(policy: String = "auto", lifetime: VerdictLifetime? = nil) throws -> Pipeline {
        let policies = try policies()
        return Pipeline(
            payload: PayloadReader(),
            contexts: EvaluationContextResolver(
                policies: policies,
                networks: [.wifi],
                policy: policy,
                network: "wifi",
                timeout: nil,
                ats: nil
            ),
            gate: Gate(policies: policies),
            policy: RequestPolicy(egress: EgressPolicy(), canonicalizer: TableCanonicalizer(), link: .off),
            media: ScriptedLoader { request, _ in
                guard request.url.host.description == "h.example" else {
                    return LoadedMedia(MediaVerdict(reasons: [Reason(.fetchStatus, "Gone.", isPermanent: true)]))
                }
                let note = Reason(.atsLocalHTTP, "Local.")
                return LoadedMedia(MediaVerdict(attachment: Self.attachment, reasons: [note]))
            },
            singleFlight: SingleFlight(time: clock, lifetime: lifetime),
            rewrite: Rewriter(),
            emit: ResultEmitter(),
            time: clock
        )
    }

    private func payloads(_ lines: String, of pipeline: Pipeline) -> [String] {
        var splitter = LineSplitter(limit: 64 * 1024)
        splitter.append(Array(lines.utf8)[...])
        splitter.finish()
        var chunk = ItemChunk(splitter, count: 1, of: "f")
        var batch = Payloads()
        let count = pipeline.appendDirectly(from: &chunk, to: &batch)
        #expect(count.items == batch.payloads.count && count.cost == count.items)
        return batch.payloads
    }

    private func item(_ text: String) -> InputItem {
        InputItem(source: "f", line: 1, content: .bytes(Array(text.utf8)), arrival: clock.now)
    }

    /// Compares the direct path with the stages, after the verdicts on the payload's media are known.
    private func compare(_ text: String, _ pipeline: Pipeline) async throws -> Bool {
        let result = await pipeline.run(item(text))
        let payloads = payloads(text, of: pipeline)
        guard let payload = payloads.first else { return false }
        #expect(result.outcome == .attached)
        #expect(result.headline == nil)
        #expect(result.payload == Array(payload.utf8))
        #expect(!result.isEnvelope)
        return true
    }

    private static let good = #"{"aps":{"alert":"x","mutable-content":1},"media_url":"https://h.example/a.png"}"#

    /// Members with each medium of a policy that has conditions or forms.
    private static let conditional = [
        #""gated":{"url":"https://h.example/a.png"}"#, #""gated":{"url":"https://h.example/a.png","lazy":true}"#,
        #""gated":{"url":"https://h.example/a.png","lazy":1,"other":"https://h.example/b.png"}"#,
        #""formed":{"url":"https://h.example/a.png"}"#, #""formed":{"url":"https://h.example/a.png","id":7}"#,
        #""kind":{"url":"https://h.example/a.png","key":"1"}"#,
        #""kind":{"url":"https://h.example/a.png"}"#,
    ]
    private static let whole = #""kind":{"url":"https://h.example/a.png","key":1}"#

    static func push(_ aps: String, _ rest: String = #""media_url":"https://h.example/a.png""#) -> String {
        #"{"aps":{\#(aps)},\#(rest)}"#
    }

    @Test(arguments: [
        Row("compact", true, good),
        Row(
            "white space",
            true,
            #" { "aps" : { "alert" : "a b", "mutable-content" : true } , "image" : "https://h.example/a.png" } "#
        ),
        Row("carriage return", true, good + "\r"),
        Row("escaped text", true, push(#""alert":{"title":"\u00e9","body":""},"mutable-content":1"#)),
        Row(
            "every member",
            true,
            push(
                #""alert":{"loc-key":"K"},"badge":3,"sound":{"name":"x"},"thread-id":"t","interruption-level":"active","#
                    + #""relevance-score":0.5,"mutable-content":1,"content-available":1,"other":[1e400]"#
            )
        ),
        Row(
            "nested place",
            true,
            push(#""alert":"x","mutable-content":1"#, #""data":{"image":"https://h.example/a.png"}"#)
        ),
        Row("shop", true, push(#""alert":"x","mutable-content":1"#, #""shop":{"url":"https://h.example/a.png"}"#)),
        Row(
            "required path",
            true,
            push(#""alert":"x","mutable-content":1"#, #""asks":{"key":1,"url":"https://h.example/a.png"}"#)
        ),
        Row(
            "key of a vendor beside",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""media_url":"https://h.example/a.png","ct_mediaUrl":"https://h.example/b.png""#
            )
        ),
        Row("category without lint", true, push(#""alert":"x","mutable-content":1,"category":"c""#)),
        Row(
            "lint",
            false,
            push(#""alert":"x","mutable-content":1,"category":"c""#, #""shop":{"url":"https://h.example/a.png"}"#)
        ),
        Row(
            "missing path",
            false,
            push(#""alert":"x","mutable-content":1"#, #""asks":{"url":"https://h.example/a.png"}"#)
        ),
        Row("several media", false, push(#""alert":"x","mutable-content":1"#, #""list":["https://h.example/a.png"]"#)),
        Row(
            "two policies",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""shop":{"url":"https://h.example/a.png"},"image":"https://h.example/b.png""#
            )
        ),
        Row(
            "type hint",
            false,
            push(#""alert":"x","mutable-content":1"#, #""media_url":"https://h.example/a.png","mediaType":"png""#)
        ),
        Row(
            "first place is no URL",
            false,
            push(#""alert":"x","mutable-content":1"#, #""image":1,"media_url":"https://h.example/a.png""#)
        ),
        Row(
            "escaped key before",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""\u0069mage":"https://gone.example/a.png","media_url":"https://h.example/a.png""#
            )
        ),
        Row(
            "escaped URL",
            false,
            push(#""alert":"x","mutable-content":1"#, #""media_url":"https:\/\/h.example\/a.png""#)
        ),
        Row(
            "failed medium",
            false,
            push(#""alert":"x","mutable-content":1"#, #""media_url":"https://gone.example/a.png""#)
        ),
        Row("no media", false, #"{"aps":{"alert":"x","mutable-content":1}}"#),
        Row("no alert", false, push(#""alert":{"title":"","body":""},"mutable-content":1"#)),
        Row("not mutable", false, push(#""alert":"x","mutable-content":0"#)),
        Row("unusual mutable-content", false, push(#""alert":"x","mutable-content":"1""#)),
        Row("ignored badge", false, push(#""alert":"x","mutable-content":1,"badge":"3""#)),
        Row("badge beyond Double", false, push(#""alert":"x","mutable-content":1,"badge":1e400"#)),
        Row("ignored title", false, push(#""alert":{"title":1,"body":"x"},"mutable-content":1"#)),
        Row("unknown level", false, push(#""alert":"x","mutable-content":1,"interruption-level":"loud""#)),
        Row("background", false, push(#""content-available":1,"mutable-content":1"#)),
        Row("envelope", false, #"{"id":1,"payload":\#(good)}"#),
        Row(
            "simulator key",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""Simulator Target Bundle":"b","image":"https://h.example/a.png""#
            )
        ),
        Row(
            "escaped simulator key",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""Simulator \u0054arget Bundle":"b","image":"https://h.example/a.png""#
            )
        ),
        Row(
            "duplicate key",
            false,
            push(#""alert":"x","mutable-content":1"#, #""a":1,"a":2,"image":"https://h.example/a.png""#)
        ),
        Row(
            "duplicate key, escaped",
            false,
            push(#""alert":"x","mutable-content":1"#, #""a":1,"\u0061":2,"image":"https://h.example/a.png""#)
        ),
        Row("no JSON", false, good + "}"), Row("a list", false, #"["media_url",[],{},"https://h.example/a.png"]"#),
        Row("an empty list", false, "[]"), Row("a text", false, #""media_url""#), Row("a number", false, "7"),
        Row(
            "too large",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""image":"https://h.example/a.png","t":"\#(String(repeating: "t", count: 4096))""#
            )
        ),
        Row(
            "too deep",
            false,
            push(
                #""alert":"x","mutable-content":1"#,
                #""image":"https://h.example/a.png","t":\#(String(repeating: "[", count: 512) + String(repeating: "]", count: 512))"#
            )
        ),
    ])
    func acceptsOnly(_ row: Row) async throws {
        #expect(try await compare(row.text, try pipeline()) == row.isDirect)
    }

    /// Random changes of payloads that are accepted: what is still accepted is what the stages attach.
    @Test(arguments: 0..<6)
    func agreesWithTheStages(seed: Int) async throws {
        let seeds = [
            Self.good,
            #"{"aps":{"alert":{"title":"t","body":"b"},"badge":1,"mutable-content":1},"data":{"image":"https://h.example/a.png"}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"kind":{"url":"https://h.example/a.png","key":1}}"#,
            #"{"aps":{"alert":"x","mutable-content":true,"category":"c"},"shop":{"url":"https://h.example/a.png"},"u":[1,{}]}"#,
        ]
        let pieces = [
            "\"", "{", "}", ":", ",", " ", "\\", "1", "0", "null", "true", #""image":"https://h.example/b.png","#,
            #""shop":1,"#,
            #""payload":{},"#, #""a":1,"#, #""alert":"","#, #""sound":[],"#, #""badge":-1,"#, "\\u0061", "é", "\r",
            #""aps":{},"#, #""gated":{"url":"https://h.example/a.png"},"#, #""kind":{"key":1},"#, #""lazy":true,"#,
        ]
        var random = RandomJSON(seed: UInt64(seed))
        let pipeline = try pipeline()
        var accepted = 0
        for number in 0..<200 {
            var text = Array(seeds[number % seeds.count].utf8)
            for _ in 0..<Int.random(in: 0...2, using: &random) {
                let place = Int.random(in: 0...text.count, using: &random)
                if Bool.random(using: &random) {
                    text.insert(
                        contentsOf: Array(pieces[Int.random(in: 0..<pieces.count, using: &random)].utf8),
                        at: place
                    )
                } else if place < text.count {
                    text.remove(at: place)
                }
            }
            if try await compare(String(decoding: text, as: UTF8.self), pipeline) { accepted += 1 }
        }
        #expect(accepted > 10)
    }

    /// Conditions of a medium, missing keys and forms are the stages' affair; a key of the right kind is read in place.
    @Test(arguments: conditional + [whole], ["auto", "gated", "formed", "kind"])
    func conditionsNeedTheStages(_ members: String, _ policy: String) async throws {
        let text = Self.push(#""alert":"x","mutable-content":1"#, members)
        let isDirect = members == Self.whole && ["auto", "kind"].contains(policy)
        #expect(try await compare(text, try pipeline(policy: policy)) == isDirect)
    }

    /// A push without a medium may hang, or have texts of the extension.
    @Test(arguments: ["auto", "gated", "formed", "kind", "common", "vendor", "asks"])
    func noMediumNeedsTheStages(_ policy: String) async throws {
        for members in [#""x":1"#, #""kind":{}"#, #""gated":{"lazy":true}"#, #""ct_mediaUrl":7"#] {
            let text = Self.push(#""alert":"x","mutable-content":1"#, members)
            #expect(try await !compare(text, try pipeline(policy: policy)))
        }
    }

    @Test func takesLinesUpToOneThatNeedsTheStages() async throws {
        let pipeline = try pipeline()
        _ = await pipeline.run(item(Self.good))
        #expect(payloads("\(Self.good)\n\(Self.good)\r\n\n\(Self.good)\n", of: pipeline) == [Self.good, Self.good])
        #expect(payloads("\(Self.good)\n{}\n\(Self.good)", of: pipeline) == [Self.good])
        #expect(payloads("{}\n\(Self.good)", of: pipeline).isEmpty)
        #expect(payloads("\(Self.good)\n\(Self.good)", of: pipeline).count == 2)
    }

    @Test func anExpiredVerdictIsNotUsed() async throws {
        let lifetime = VerdictLifetime(.seconds(60))
        let pipeline = try pipeline(lifetime: lifetime)
        _ = await pipeline.run(item(Self.good))
        #expect(payloads(Self.good, of: pipeline) == [Self.good])
        clock.advance(by: .seconds(61))
        #expect(payloads(Self.good, of: pipeline).isEmpty)
    }

    @Test(arguments: [("common", true), ("shop", true), ("apple", false), ("several", false), ("unknown", false)])
    func fixedPolicy(_ name: String, isDirect: Bool) async throws {
        #expect(try await compare(Self.good, try pipeline(policy: name)) == isDirect)
    }

    /// Under one policy for all payloads, too, a payload with another vendor's medium needs the stages.
    @Test(arguments: [("common", true), ("shop", true), ("vendor", true)])
    func vendorBesideFixedPolicy(_ name: String, isDirect: Bool) async throws {
        let other = "https://h.example/b.png"
        let both = Self.push(
            #""alert":"x","mutable-content":1"#,
            #""media_url":"https://h.example/a.png","ct_mediaUrl":"\#(other)""#
        )
        #expect(try await compare(both, try pipeline(policy: name)) == (name == "vendor"))
        let single = name == "vendor" ? #""ct_mediaUrl":"\#(other)""# : #""media_url":"\#(other)""#
        let payload = Self.push(#""alert":"x","mutable-content":1"#, single)
        #expect(try await compare(payload, try pipeline(policy: name)) == isDirect)
    }
}
