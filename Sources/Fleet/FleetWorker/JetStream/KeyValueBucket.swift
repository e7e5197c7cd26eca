import AttacheCore
import FoundationEssentials

/// A bucket of JetStream's key-value store: a stream whose subjects are keys with one message each
/// (https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-8.md).
struct KeyValueBucket: Sendable {
    /// JetStream's code for a subject without a message.
    private static let isMissing = NATSError.Code.jetStream(10037)

    let name: String
    let requester: NATSRequester
    /// The timeout of a request.
    let timeout: Duration

    /// The stream of a bucket.
    static func stream(_ bucket: String) -> String { "KV_\(bucket)" }

    /// The subjects of all keys of a bucket.
    static func subjects(_ bucket: String) -> String { "$KV.\(bucket).>" }

    private func subject(_ key: String) -> String { "$KV.\(name).\(key)" }

    /// Returns the value of a key as the leader of the stream has it, which a killed server's copy may not: empty for a
    /// removed value, `nil` for none.
    func get(_ key: String) async throws(NATSError) -> [UInt8]? {
        let request = NATSPublication(
            subject: "$JS.API.STREAM.MSG.GET.\(Self.stream(name))",
            body: Array("{\"last_by_subj\":\"\(subject(key))\"}".utf8)
        )
        return try Self.value(in: try await answer(request))
    }

    /// Writes a value, or removes it when it is `nil`. A change whose answer is lost throws, and may have been made.
    func put(_ key: String, _ value: [UInt8]?) async throws(NATSError) {
        var message = NATSPublication(subject: subject(key), body: value ?? [])
        if value == nil { message.headers.append(("KV-Operation", "DEL")) }
        let document = try Self.document(try await answer(message))
        if let failure = JetStreamAPI.failure(in: document) { throw failure }
    }

    func close() { requester.close() }

    private func answer(_ message: NATSPublication) async throws(NATSError) -> [UInt8] {
        let answer = try await requester.request(message, within: timeout)
        if let status = answer.status { throw NATSError(.reply, "The bucket \(name) answers \(status).") }
        return answer.body
    }

    private static func document(_ answer: [UInt8]) throws(NATSError) -> JSONDocument {
        guard let document = try? JSONDocument(parsing: answer) else {
            throw NATSError(.reply, "JetStream answered with something other than JSON.")
        }
        return document
    }

    /// Reads the answer to a request for a message; a message without bytes has no `data`.
    static func value(in answer: [UInt8]) throws(NATSError) -> [UInt8]? {
        let document = try document(answer)
        if let failure = JetStreamAPI.failure(in: document) {
            if failure.code == isMissing { return nil }
            throw failure
        }
        guard let message = document.root["message"], let data = Data(base64Encoded: message["data"]?.string ?? "")
        else { throw NATSError(.reply, "JetStream answered without a message.") }
        return [UInt8](data)
    }
}
