import CNATS

/// A received message, copied out of libnats.
struct NATSMessage: Sendable {
    let subject: String
    let reply: String?
    let body: [UInt8]
    /// The status that a server sends in place of a message, such as 404 for none.
    let status: Int?
    /// The text of the status.
    let statusText: String
    /// The headers that the receiver asked for.
    let headers: [String: String]

    /// Copies a message of libnats with the headers of some names, and destroys it.
    init(taking message: OpaquePointer, headers names: [String] = []) {
        // Unsafe, and right: every text and the data live as long as the message, which is destroyed at the end.
        defer { unsafe natsMsg_Destroy(message) }
        subject = unsafe natsMsg_GetSubject(message).map { unsafe String(cString: $0) } ?? ""
        reply = unsafe natsMsg_GetReply(message).map { unsafe String(cString: $0) }
        let count = Int(unsafe natsMsg_GetDataLength(message))
        let data = unsafe UnsafeRawBufferPointer(start: natsMsg_GetData(message), count: count)
        body = unsafe count > 0 ? [UInt8](data) : []
        // Only messages without data carry a status.
        let status = count == 0 ? unsafe Self.header("Status", of: message) : nil
        self.status = status.flatMap(Int.init)
        statusText = status == nil ? "" : unsafe Self.header("Description", of: message) ?? ""
        var headers: [String: String] = [:]
        for name in names { headers[name] = unsafe Self.header(name, of: message) }
        self.headers = headers
    }

    @unsafe private static func header(_ name: String, of message: OpaquePointer) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe natsMsgHeader_Get(message, name, &value) == NATS_OK, let text = unsafe value else { return nil }
        return unsafe String(cString: text)
    }
}

/// A message to publish.
struct NATSPublication: Sendable {
    var subject: String
    /// The subject of the answer, such as JetStream's acknowledgement.
    var reply: String?
    var body: [UInt8] = []
    var headers: [(name: String, value: String)] = []
}

extension String {
    /// The text with what would end a header, or libnats's copy of it, replaced by spaces.
    var headerValue: String {
        String(decoding: utf8.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
    }
}
