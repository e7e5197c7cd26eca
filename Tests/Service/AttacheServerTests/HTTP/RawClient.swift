import AttacheTesting

/// Sends raw bytes as requests that curl would never send.
enum RawClient {
    /// The head of a batch of unknown length.
    static let chunkedBatch =
        "POST /v1/rewrite/batch HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-ndjson\r\n"
        + "Transfer-Encoding: chunked\r\n\r\n"

    /// The head of a request whose length is known.
    static func head(_ path: String, type: String = "application/json", length: Int) -> String {
        "POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: \(type)\r\nContent-Length: \(length)\r\n\r\n"
    }

    static func chunk(_ text: String) -> String {
        "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n"
    }

    /// Connects to a service on a separate thread.
    ///
    /// - Returns: All bytes received until the service closed the connection.
    static func exchange(_ port: Int, _ body: @escaping @Sendable (LoopbackClient) -> Void) async -> String {
        await ServiceProcess.onThread {
            guard let client = try? LoopbackClient(port: port) else { return "" }
            body(client)
            return String(decoding: client.bytes(limit: .max), as: UTF8.self)
        }
    }
}
