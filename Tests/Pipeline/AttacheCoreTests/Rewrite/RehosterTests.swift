import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia
@testable import AttachePayload

@Suite("URLs of copies in payloads", .inProcess, .timeLimit(.minutes(1)))
struct RehosterTests {
    private struct NoPush: Error {}

    /// A link of a length.
    private struct Copies: MediaRehosting {
        var text = "https://cdn.example.com/p/x.png"

        func url(of attachment: AttacheCore.Attachment) -> String { text }
    }

    private static let attached = AttacheCore.Attachment(
        identifier: "x",
        file: StoredFile(path: "/x", sha256: String(repeating: "0", count: 64), byteCount: 1),
        format: .png,
        fileExtension: "png",
        pixels: nil,
        frameCount: nil,
        source: "https://h/a.png"
    )

    /// The result of a payload whose media are all attached, or none of them.
    private func result(
        _ text: String,
        policy: Policy,
        link: String = Copies().text,
        isRepaired: Bool = false,
        facts: ResponseFacts? = nil,
        attaches: (Int) -> Bool = { _ in true }
    ) throws -> RewriteResult {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .success(let notification) = PayloadReader().read(item) else { throw NoPush() }
        let found = MediaFinder.find(in: notification.payload, policy: policy)
        var verdicts = VerdictCollection()
        for (index, reference) in found.references.enumerated() {
            let failure = Reason(.fetchStatus, "Gone.")
            var verdict =
                attaches(index)
                ? MediaVerdict(attachment: Self.attached, reasons: []) : MediaVerdict(reasons: [failure])
            if isRepaired {
                verdict.reasons = [Reason(.typeRepaired, "Repaired.", fix: "Send it.")]
                verdict.repair = RepairRecord(.convert, .repaired, from: "image/webp", bytesBefore: 1)
            }
            verdict.facts = facts
            verdicts.add(verdict.about(reference), of: reference)
        }
        var result = Rewriter().rewrite(
            notification,
            of: item,
            under: EvaluationContext(policy: policy, network: .wifi, deadline: Deadline(at: .now), findings: []),
            verdicts: verdicts,
            warnings: [],
            elapsed: .zero
        )
        result.media = found.references
        _ = Rehoster(Copies(text: link)).apply(to: &result, of: notification, zip(found.references, verdicts.all))
        return result
    }

    private func policy(_ paths: String..., type: String? = nil) throws -> Policy {
        let media = try paths.map {
            PayloadRules.MediaLocation(url: try JSONPath(parsing: $0), type: try type.map { try JSONPath(parsing: $0) })
        }
        var rules = PayloadRules(media: media)
        rules.takesAll = true
        return Policy(name: "test", payload: rules)
    }

    private func payload(_ result: RewriteResult) -> String { String(decoding: result.payload ?? [], as: UTF8.self) }

    @Test func onlyTheURLChanges() throws {
        let text = #"{"z":1e400,"aps":{"alert":"é\u00e9","mutable-content":1},"m":"https:\/\/h\/a.png","x":[ 1 ]}"#
        let expected =
            #"{"z":1e400,"aps":{"alert":"é\u00e9","mutable-content":1},"m":"https://cdn.example.com/p/x.png","x":[1]}"#
        #expect(payload(try result(text, policy: try policy("$.m"))) == expected)
    }

    @Test func aFailedMediumKeepsItsURL() throws {
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":["https://h/a.png","https://h/b.png"]}"#
        let result = try result(text, policy: try policy("$.m[*]")) { $0 == 1 }
        #expect(payload(result) == text.replacing("https://h/b.png", with: Copies().text))
    }

    @Test func aPlainPushIsNotChanged() throws {
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":"https://h/a.png"}"#
        let result = try result(text, policy: try policy("$.m")) { _ in false }
        #expect(result.outcome == .plain)
        #expect(payload(result) == #"{"aps":{"alert":"a","mutable-content":1}}"#)
    }

    /// A repaired file has another type than the one beside its URL; otherwise its URL is sent, and needs no advice.
    @Test(arguments: [nil, "$.t"])
    func aRepairedFile(_ type: String?) throws {
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":"https://h/a.webp","t":"image/webp"}"#
        let result = try result(text, policy: try policy("$.m", type: type), isRepaired: true)
        let repaired = try #require(result.reasons.first { $0.code == .typeRepaired })
        #expect(payload(result).contains(type == nil ? Copies().text : "https://h/a.webp"))
        #expect((repaired.fix == nil) == (type == nil))
        #expect(result.reasons.contains { $0.code == .attachRehostSkipped } == (type != nil))
    }

    /// What the original would do on a device, and what its copy does.
    private struct Device: Sendable, CustomTestStringConvertible {
        var naming: [NamingRule] = [.url]
        var isHTTPSOnly = false
        var facts = ResponseFacts(finalURL: "http://h/b.html", byteCount: 1, isWhole: true, format: .png)
        var fileName = "media.png"
        var testDescription: String { "\(naming) \(facts.finalURL) \(facts.byteCount)" }
    }

    private static let devices = [
        Device(isHTTPSOnly: true),
        // A redirect, and a type that names another file.
        Device(
            naming: [.suggestedName],
            facts: ResponseFacts(finalURL: "http://h/b.html", contentType: "text/html", isWhole: true, format: .png),
            fileName: "x.png"
        ),
        Device(
            naming: [.mimeType],
            facts: ResponseFacts(finalURL: "http://h/b", contentType: "image/webp", isWhole: true, format: .webp)
        ),
        Device(facts: ResponseFacts(finalURL: "http://h/b.png", byteCount: 20 << 20, isWhole: true, format: .png)),
        Device(
            naming: [.hintBytes, .url],
            facts: ResponseFacts(finalURL: "http://h/b", signature: [0x52, 0x49, 0x46])
        ),
    ]

    @Test("The device loads the copy whose URL is sent, and the original where it is not", arguments: devices)
    private func device(_ device: Device) throws {
        var rules = DeviceRules()
        rules.naming = device.naming
        rules.basis = .final
        rules.isHTTPSOnly = device.isHTTPSOnly
        var policy = try policy("$.m")
        let source = rules
        policy.device = source
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":"http://h/a.php"}"#
        let copied = try result(text, policy: policy, facts: device.facts)
        let verdict = try #require(copied.device)
        #expect(verdict.shown == .media && verdict.decisive?.isAccepted == true)
        #expect(verdict.decisive?.fileName == device.fileName && verdict.decisive?.pointer == "/m")
        #expect(verdict.media.flatMap(\.notes).isEmpty)
        let link = "https://h/" + String(repeating: "x", count: 4096)
        let kept = try result(text, policy: policy, link: link, facts: device.facts)
        #expect(kept.reasons.contains { $0.code == .attachRehostSkipped })
        #expect(kept.device?.shown != .media)
    }

    @Test func aStringOfTwoPathsIsReplacedOnce() throws {
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":["https://h/a.png"]}"#
        let result = try result(text, policy: try policy("$.m[*]", "$.m[0]"))
        #expect(payload(result) == text.replacing("https://h/a.png", with: Copies().text))
    }

    @Test("A payload of APNs' limit gets the URL, and one byte more keeps its own", arguments: [0, 1])
    func limit(_ excess: Int) throws {
        let text = #"{"aps":{"alert":"a","mutable-content":1},"m":"https://h/a.png"}"#
        let rest = text.utf8.count - "https://h/a.png".utf8.count
        let link = "https://h/" + String(repeating: "x", count: 4096 - rest - 10 + excess)
        let result = try result(text, policy: try policy("$.m"), link: link)
        #expect(result.payload?.count == (excess == 0 ? 4096 : text.utf8.count))
        #expect(result.reasons.map(\.code) == (excess == 0 ? [] : [.attachRehostSkipped]))
        #expect(result.outcome == .attached && result.reasons.allSatisfy { $0.pointer == "/m" })
    }

    @Test("Requests to push services get the URL where they have the origin's", arguments: ShapeCase.all)
    func requests(_ test: ShapeCase) throws {
        let policy = try #require(ShapeCase.policy)
        let result = try result(test.request, policy: policy)
        guard result.outcome == .attached else { return }
        let text = payload(result)
        #expect(JSONDocument.isCompleteValue(Array(text.utf8)))
        #expect(text.contains("cdn.example.com"))
        // The service makes the same payload of it as before, with the other URL.
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .success(let notification) = PayloadReader().read(item) else { throw NoPush() }
        let delivered = String(decoding: notification.payload.bytes, as: UTF8.self)
        #expect(delivered.contains(Copies().text))
    }
}
