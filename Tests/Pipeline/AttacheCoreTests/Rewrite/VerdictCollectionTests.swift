import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheMedia
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct VerdictCollectionTests {
    private static let attachment = Attachment(
        identifier: "3fa9",
        file: StoredFile(path: "/store/3f/3fa9.png", sha256: "3fa9", byteCount: 7),
        format: .png,
        fileExtension: "png",
        pixels: PixelSize(width: 3, height: 2),
        frameCount: 1,
        source: "https://example.com/a.png"
    )

    private let reference = MediaReference(text: "https://example.com/a.png", location: "$['u']")

    private var verdict: MediaVerdict {
        var verdict = MediaVerdict(
            attachment: Self.attachment,
            reasons: [Reason(.atsLocalHTTP, "Local \"http\".")],
            inspection: .milliseconds(2),
            deviceTime: .milliseconds(5)
        )
        verdict.trace = TransferRecord(host: "a", supply: .transferred, byteCount: 7, transfer: .zero)
        return verdict
    }

    private func report(_ verdicts: VerdictCollection, warnings: [Reason] = []) throws -> String {
        String(decoding: try #require(self.result(verdicts, warnings: warnings)).json(), as: UTF8.self)
    }

    private func result(_ verdicts: VerdictCollection, warnings: [Reason] = []) -> RewriteResult? {
        let payload = #"{"aps":{"alert":{"title":"Caf\u00e9","body":"B"},"mutable-content":1},"u":"x"}"#
        let item = InputItem(source: "f", line: 3, content: .bytes(Array(payload.utf8)), arrival: .now)
        guard case .success(let notification) = PayloadReader().read(item) else { return nil }
        let terms = EvaluationContext(
            policy: Policy(name: "p"),
            network: .wifi,
            deadline: Deadline(at: .now),
            findings: []
        )
        return Rewriter().rewrite(
            notification,
            of: item,
            under: terms,
            verdicts: verdicts,
            warnings: warnings,
            elapsed: .milliseconds(1)
        )
    }

    @Test("The encoded stages of a shared verdict are those of its result", arguments: [true, false])
    func sharedStages(isAttached: Bool) throws {
        var verdict = verdict
        if !isAttached {
            verdict.attachment = nil
            verdict.reasons = [Reason(.fetchStatus, "Gone.", status: 404)]
        }
        var verdicts = VerdictCollection()
        verdicts.add(EncodedVerdict(verdict.about(reference)), of: reference)
        var result = try #require(self.result(verdicts))
        result.media = [reference]
        #expect(result.reasons == result.shared?.verdict.reasons)
        let text = String(decoding: result.json(), as: UTF8.self)
        result.shared = nil
        #expect(String(decoding: result.json(), as: UTF8.self) == text)
    }

    @Test(arguments: [false, true])
    func cachedEncodingEqualsFreshEncoding(hasWarnings: Bool) throws {
        let warnings = hasWarnings ? [Gate.mutableContentUnusual] : []
        var own = VerdictCollection()
        own.add(verdict, of: reference)
        var shared = VerdictCollection()
        shared.add(EncodedVerdict(verdict), of: reference)
        #expect(shared.shared != nil)
        #expect(try report(shared, warnings: warnings) == report(own, warnings: warnings))
        #expect(try report(shared).contains(#""title":"Café","body":"B""#))
        #expect(shared.traces.map(\.supply) == [.shared])
    }

    /// The verdict of another payload is about this payload's own key.
    @Test func sharedReasonsNameTheOwnKey() {
        let other = verdict.about(MediaReference(text: "https://example.com/a.png", location: "$['x'][0]"))
        var verdicts = VerdictCollection()
        verdicts.add(EncodedVerdict(other), of: reference)
        #expect(verdicts.reasons.map(\.pointer) == ["/u"])
        #expect(verdicts.reasons.map(\.url) == ["https://example.com/a.png"])
        #expect(other.reasons.map(\.pointer) == ["/x/0"])
    }

    @Test func sharedVerdictHasNoTimes() {
        var verdict = verdict
        verdict.timing.tls = .milliseconds(7)
        let shared = EncodedVerdict(verdict).verdict
        #expect(shared.timing == TransferTiming())
        #expect(shared.inspection == .zero)
        #expect(shared.deviceTime == .milliseconds(5))
    }

    @Test func sameFileTwiceHasTwoIdentifiers() {
        var verdicts = VerdictCollection()
        for _ in 0..<3 { verdicts.add(EncodedVerdict(verdict), of: reference) }
        #expect(verdicts.attachments.map(\.identifier) == ["3fa9", "3fa9-2", "3fa9-3"])
        #expect(verdicts.shared == nil)
        #expect(verdicts.reasons.count == 3)
        // The times are those of the item that made the transfer.
        #expect(verdicts.inspection == .zero)
        #expect(verdicts.deviceTime == .milliseconds(15))
    }

    @Test func changedVerdictIsEncodedAgain() throws {
        let item = InputItem(source: "f", content: .bytes([]), arrival: .now)
        var result = Rewriter().reject(item, RejectedPayload(reasons: verdict.reasons), elapsed: .zero)
        result.shared = EncodedVerdict(verdict)
        #expect(String(decoding: result.json(), as: UTF8.self).contains("ats.local-http"))
        result.reasons = [Gate.noAlert]
        #expect(!String(decoding: result.json(), as: UTF8.self).contains("ats.local-http"))
    }
}
