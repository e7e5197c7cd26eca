import AttacheCore
import Glibc

/// The requests of JetStream, which are JSON (https://docs.nats.io/reference/reference-protocols/nats_api_reference).
///
/// Every call blocks.
struct JetStreamAPI {
    private static let prefix = "$JS.API"

    /// The time in which most clusters have chosen a leader.
    static let electionTime = Duration.seconds(10)
    /// The factor of the patience with servers that accept a request and do not answer: they have JetStream, and a leader
    /// that was killed can be missing for 20 s on busy machines.
    private static let silenceFactor = 4
    private static let repetitionPause: UInt32 = 200_000

    let connection: NATSConnection
    /// The time in which a request without an answer is repeated.
    var patience = Duration.zero

    /// The subject on which a consumer accepts pull requests.
    static func nextSubject(_ stream: String, _ consumer: String) -> String {
        "\(prefix).CONSUMER.MSG.NEXT.\(stream).\(consumer)"
    }

    /// Returns the configuration of a stream as JSON; `nil` when it does not exist.
    func stream(_ name: String) throws(NATSError) -> JSONDocument? {
        try configuration(in: optional { () throws(NATSError) in try request("STREAM.INFO.\(name)") })
    }

    /// Returns the configuration of a consumer as JSON; `nil` when it does not exist.
    func consumer(_ name: String, of stream: String) throws(NATSError) -> JSONDocument? {
        try configuration(in: optional { () throws(NATSError) in try request("CONSUMER.INFO.\(stream).\(name)") })
    }

    func createStream(_ name: String, _ configuration: [UInt8]) throws(NATSError) {
        _ = try request("STREAM.CREATE.\(name)", configuration)
    }

    func createConsumer(_ name: String, of stream: String, _ configuration: [UInt8]) throws(NATSError) {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("stream_name", stream)
        writer.member("config", raw: configuration)
        writer.endObject()
        _ = try request("CONSUMER.DURABLE.CREATE.\(stream).\(name)", writer.bytes)
    }

    /// Returns the names of all consumers of a stream.
    func consumers(of stream: String) throws(NATSError) -> [String] {
        var names: [String] = []
        while true {
            let page = try request("CONSUMER.NAMES.\(stream)", Array("{\"offset\":\(names.count)}".utf8))
            let found = page.root["consumers"]?.elements.compactMap(\.string) ?? []
            names += found
            let total = page.root["total"]?.integer ?? 0
            if found.isEmpty || names.count >= total { return names }
        }
    }

    private func optional(_ body: () throws(NATSError) -> JSONDocument) throws(NATSError) -> JSONDocument? {
        do throws(NATSError) {
            return try body()
        } catch {
            if error.isNotFound { return nil }
            throw error
        }
    }

    private func configuration(in reply: JSONDocument?) throws(NATSError) -> JSONDocument? {
        guard let reply else { return nil }
        guard let value = reply.root["config"], value.kind == .object,
            let document = try? JSONDocument(parsing: reply.compacted(value))
        else { throw NATSError(.reply, "JetStream gave no configuration.") }
        return document
    }

    private func request(_ operation: String, _ body: [UInt8] = []) throws(NATSError) -> JSONDocument {
        let reply = try answer(operation, body)
        guard let document = try? JSONDocument(parsing: reply.body) else {
            throw NATSError(.reply, "JetStream answered \(operation) with something other than JSON.")
        }
        if let failure = Self.failure(in: document) { throw failure }
        return document
    }

    private func answer(_ operation: String, _ body: [UInt8]) throws(NATSError) -> NATSMessage {
        let start = ContinuousClock.now
        while true {
            do throws(NATSError) {
                return try connection.request("\(Self.prefix).\(operation)", body)
            } catch {
                guard error.isUnanswered else { throw error }
                let limit = error.hasNoResponders ? patience : patience * Self.silenceFactor
                guard ContinuousClock.now < start + limit else {
                    // The server has no JetStream, or this account has none.
                    throw NATSError(
                        error.code,
                        "JetStream does not respond (\(operation)); start nats-server with -js, or use another account."
                    )
                }
                usleep(Self.repetitionPause)
            }
        }
    }

    /// The error in an answer of JetStream, which an acknowledgement of a publication has too.
    static func failure(in document: JSONDocument) -> NATSError? {
        guard let error = document.root["error"] else { return nil }
        let code = error["err_code"]?.integer ?? error["code"]?.integer ?? 0
        return NATSError(.jetStream(code), "JetStream refused: \(error["description"]?.string ?? "error \(code)").")
    }
}
