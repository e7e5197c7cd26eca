import AttacheCore
import FoundationEssentials

/// The last message of a subject, as the leader of its stream has it.
///
/// Any server of a cluster answers direct reads, also one whose copy differs from that of the leader: a nats-server that
/// was killed may have other sequences for ever while the cluster reports it as current. The leader judges expected
/// sequences, so that only its answers agree with them.
struct StoredMessage: Sendable, Equatable {
    /// JetStream's code for a subject without a message.
    private static let isMissing = NATSError.Code.jetStream(10037)

    let sequence: Int
    let body: [UInt8]
    /// The headers as the protocol has them.
    let headers: String

    /// The request for the last message of a subject.
    static func request(stream: String, subject: String) -> NATSPublication {
        NATSPublication(
            subject: "$JS.API.STREAM.MSG.GET.\(stream)",
            body: Array("{\"last_by_subj\":\"\(subject)\"}".utf8)
        )
    }

    /// Reads an answer to the request; `nil` when the subject has no message.
    static func read(_ answer: [UInt8]) throws(NATSError) -> StoredMessage? {
        guard let document = try? JSONDocument(parsing: answer) else {
            throw NATSError(.reply, "JetStream answered with something other than JSON.")
        }
        if let failure = JetStreamAPI.failure(in: document) {
            if failure.code == isMissing { return nil }
            throw failure
        }
        guard let message = document.root["message"], let sequence = message["seq"]?.integer,
            let body = bytes(message["data"]?.string), let headers = bytes(message["hdrs"]?.string)
        else { throw NATSError(.reply, "JetStream answered without a message.") }
        return StoredMessage(sequence: sequence, body: body, headers: String(decoding: headers, as: UTF8.self))
    }

    /// Whether a header has a value.
    func hasHeader(_ name: String) -> Bool {
        headers.split(whereSeparator: \.isNewline).contains { $0.hasPrefix("\(name):") }
    }

    /// The bytes of a Base64 text; none for a member that the answer does not have.
    private static func bytes(_ text: String?) -> [UInt8]? {
        guard let text else { return [] }
        return Data(base64Encoded: text).map { [UInt8]($0) }
    }
}
