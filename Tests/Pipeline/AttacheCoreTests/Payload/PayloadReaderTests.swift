import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PayloadReaderTests {
    private func read(_ text: String) -> Result<AttacheCore.Notification, RejectedPayload> {
        PayloadReader().read(InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now))
    }

    private func notification(_ text: String) throws -> AttacheCore.Notification {
        guard case .success(let notification) = read(text) else {
            throw Unexpected(reading: read(text))
        }
        return notification
    }

    private func reasons(_ text: String) -> [Reason] {
        guard case .failure(let rejected) = read(text) else { return [] }
        return rejected.reasons
    }

    private struct Unexpected: Error {
        let reading: Result<AttacheCore.Notification, RejectedPayload>
    }

    /// A payload whose compact form has exactly `byteCount` bytes.
    private func payload(byteCount: Int) -> String {
        let frame = #"{"aps":{"alert":""}}"#
        let filling = String(repeating: "a", count: byteCount - frame.utf8.count)
        return #"{"aps":{"alert":"\#(filling)"}}"#
    }

    @Test(arguments: [
        ("", ReasonCode.payloadEmpty),
        (" \n\t ", .payloadEmpty),
        ("\u{FEFF}{}", .payloadInvalidJSON),
        ("{\"aps\":", .payloadInvalidJSON),
        ("[]", .payloadNotObject),
        ("\"aps\"", .payloadNotObject),
        ("{}", .payloadNoAPS),
        (#"{"aps":1}"#, .payloadNoAPS),
        (#"{"aps":{},"aps":{}}"#, .payloadDuplicateKey),
        (#"{"payload":{"aps":{},"aps":{}}}"#, .payloadDuplicateKey),
        (#"{"payload":[]}"#, .payloadNotObject),
        (#"{"payload":{"title":"x"}}"#, .payloadNotAPayload),
        (#"{"payload":{"aps":{}},"id":null}"#, .payloadInvalidEnvelope),
        (#"{"payload":{"aps":{}},"deadline_ms":0}"#, .payloadInvalidEnvelope),
        (#"{"payload":{"aps":{}},"headers":[]}"#, .payloadInvalidEnvelope),
    ])
    func rejects(_ text: String, with code: ReasonCode) {
        #expect(reasons(text).first?.code == code)
    }

    @Test func rejectionHasPosition() {
        let position = GoldenMessages["payload.line", ["line": "2"]]
        #expect(reasons("{\n  \"aps\": nope\n}").first?.message.contains(position) == true)
    }

    @Test func unreadableInputHasReason() {
        let item = InputItem(source: "x", content: .unreadable("x is a directory."), arrival: .now)
        guard case .failure(let rejected) = PayloadReader().read(item) else {
            Issue.record("The item was not rejected.")
            return
        }
        #expect(rejected.reasons.map(\.code) == [.payloadUnreadable])
        #expect(rejected.reasons.first?.message == "x is a directory.")
    }

    @Test func compactFormOfExactly4096BytesPasses() throws {
        #expect(try notification(payload(byteCount: 4096)).findings.isEmpty)
    }

    @Test func compactFormOf4097BytesIsRejected() {
        #expect(reasons(payload(byteCount: 4097)).map(\.code) == [.payloadTooLarge])
    }

    @Test func whiteSpaceOverLimitOnlyWarns() throws {
        let notification = try notification(payload(byteCount: 4096) + " ")
        #expect(notification.findings.map(\.code) == [.payloadRawTooLarge])
        #expect(notification.payload.bytes.count == 4096)
    }

    @Test func voicePushMayHave5120Bytes() throws {
        let inner = payload(byteCount: 5120)
        let envelope = #"{"headers":{"apns-push-type":"voip"},"payload":\#(inner)}"#
        #expect(try notification(envelope).payload.bytes.count == 5120)
    }

    @Test func envelopeKeepsSendersText() throws {
        let notification = try notification(
            #"{"id":0.10,"deadline_ms":1500,"policy":"hive","network":"3g","headers":{"apns-collapse-id":"a"},"payload":{"aps":{"alert":"x"},"n":1e400}}"#
        )
        let envelope = try #require(notification.envelope)
        #expect(envelope.identifier == Array("0.10".utf8))
        #expect(envelope.timeout == .milliseconds(1500))
        #expect(envelope.policy == "hive")
        #expect(envelope.network == "3g")
        #expect(envelope.headers.collapseIdentifier == "a")
        #expect(notification.payload.bytes == Array(#"{"aps":{"alert":"x"},"n":1e400}"#.utf8))
    }

    @Test(arguments: [(64, 0), (65, 1)])
    func collapseIdentifiersHave64Bytes(_ count: Int, warnings: Int) throws {
        let identifier = String(repeating: "i", count: count)
        let notification = try notification(
            #"{"headers":{"apns-collapse-id":"\#(identifier)"},"payload":{"aps":{"alert":"x"}}}"#
        )
        let findings = notification.findings.filter { $0.code == .payloadInvalidHeader }
        #expect(findings.map(\.pointer) == Array(repeating: "/headers/apns-collapse-id", count: warnings))
    }

    @Test func simulatorKeyIsNotPartOfPayload() throws {
        let notification = try notification(#"{"Simulator Target Bundle":"com.example.app","aps":{"alert":"x"}}"#)
        #expect(notification.simulatorTargetBundle == "com.example.app")
        #expect(notification.payload.bytes == Array(#"{"aps":{"alert":"x"}}"#.utf8))
    }

    @Test func barePayloadMayHaveMemberNamedPayload() throws {
        let text = #"{"aps":{"alert":"x"},"payload":{"a":1}}"#
        #expect(try notification(text).payload.bytes == Array(text.utf8))
        #expect(try notification(text).envelope == nil)
    }
}
