import AttacheCore

/// Values under keys, each with the number of its last change.
protocol KeyValueStoring: Sendable {
    /// Returns the entry of a key, `nil` for none.
    func get(_ key: String) async throws(NATSError) -> KeyValueBucket.Entry?

    /// Writes a value, or removes it when it is `nil`; returns the new revision, or `nil` when the key's last revision is
    /// not the expected one. Revision 0 is that of a key without an entry. A change whose answer is lost throws, and may
    /// have been made.
    func put(_ key: String, _ body: [UInt8]?, expected: Int?) async throws(NATSError) -> Int?

    /// Ends the connection; blocks.
    func close()
}

/// A bucket of JetStream's key-value store: a stream whose subjects are keys with one message each
/// (https://github.com/nats-io/nats-architecture-and-design/blob/main/adr/ADR-8.md).
struct KeyValueBucket: KeyValueStoring {
    /// A value with the number of its change, or the mark of a removed one.
    struct Entry: Sendable, Equatable {
        let revision: Int
        /// `nil` for a removed value.
        let body: [UInt8]?
    }

    private static let operation = "KV-Operation"
    private static let expected = "Nats-Expected-Last-Subject-Sequence"
    /// JetStream's code for a key with another revision than expected.
    private static let isChanged = NATSError.Code.jetStream(10071)

    let name: String
    let requester: NATSRequester
    /// The timeout of a request.
    let timeout: Duration

    /// The stream of a bucket.
    static func stream(_ bucket: String) -> String { "KV_\(bucket)" }

    /// The subjects of all keys of a bucket.
    static func subjects(_ bucket: String) -> String { "$KV.\(bucket).>" }

    private func subject(_ key: String) -> String { "$KV.\(name).\(key)" }

    /// Returns the entry as the leader has it.
    func get(_ key: String) async throws(NATSError) -> Entry? {
        let request = StoredMessage.request(stream: Self.stream(name), subject: subject(key))
        let answer = try await requester.request(request, within: timeout)
        if let status = answer.status { throw NATSError(.reply, "The bucket \(name) answers \(status).") }
        guard let message = try StoredMessage.read(answer.body) else { return nil }
        return Entry(revision: message.sequence, body: message.hasHeader(Self.operation) ? nil : message.body)
    }

    func put(_ key: String, _ body: [UInt8]?, expected: Int?) async throws(NATSError) -> Int? {
        var message = NATSPublication(subject: subject(key), body: body ?? [])
        if body == nil { message.headers.append((Self.operation, "DEL")) }
        if let expected { message.headers.append((Self.expected, "\(expected)")) }
        let answer = try await requester.request(message, within: timeout)
        if let status = answer.status { throw NATSError(.reply, "The bucket \(name) answers \(status).") }
        guard let document = try? JSONDocument(parsing: answer.body) else {
            throw NATSError(.reply, "The bucket \(name) acknowledged with something other than JSON.")
        }
        if let failure = JetStreamAPI.failure(in: document) {
            if failure.code == Self.isChanged { return nil }
            throw failure
        }
        return document.root["seq"]?.integer ?? 0
    }

    func close() { requester.close() }
}
