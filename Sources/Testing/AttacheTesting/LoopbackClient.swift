package import AttacheSystem
import LoopbackOrigin

/// A plain HTTP/1.1 client over one connection to 127.0.0.1, with direct access to the bytes.
///
/// It blocks its thread; every wait ends when `timeout` has passed since the client was created, which protects from a
/// peer that never answers and is no measure of one that does.
package final class LoopbackClient {
    private let socket: LoopbackSocket
    private let stop: StopSignal
    private let deadline: ContinuousClock.Instant
    private var buffer: [UInt8] = []
    /// Whether the stream ended, by a close or an error.
    package private(set) var isAtEnd = false
    /// The arrival of the first bytes, or `nil` before.
    package private(set) var firstArrival: ContinuousClock.Instant?
    /// The arrival of the last bytes; before any arrived, the creation of the client.
    package private(set) var lastArrival: ContinuousClock.Instant

    /// Connects to a port on 127.0.0.1; `timeout` limits all waits of the client together.
    package init(port: Int, timeout: Duration = .seconds(300)) throws(SystemCallError) {
        stop = try StopSignal()
        lastArrival = .now
        deadline = lastArrival + timeout
        socket = try LoopbackSocket.connected(to: port)
    }

    /// Sends a GET request with header lines, without line ends, besides `Host`.
    package func get(_ path: String, headers: [String] = []) {
        send((["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]).joined(separator: "\r\n"))
    }

    package func send(_ text: String) {
        _ = socket.sendAll(Array(text.utf8)[...], until: deadline, stop: stop)
    }

    /// Ends this side of the connection; responses can still be read.
    package func endSending() { socket.endSending() }

    /// Reads one response; without `Content-Length`, its body ends with the stream. Returns `nil` when the stream ended
    /// or the timeout expired before the end of its head.
    package func response() -> LoopbackResponse? {
        while true {
            if let end = buffer.indices.first(where: { buffer[$0...].starts(with: [13, 10, 13, 10]) }) {
                let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
                buffer.removeSubrange(..<(end + 4))
                return body(after: lines)
            }
            guard fill() else { return nil }
        }
    }

    /// Reads up to `limit` bytes; fewer when the stream ended or the timeout expired.
    package func bytes(limit: Int) -> [UInt8] {
        while buffer.count < limit, fill() {}
        let bytes = Array(buffer.prefix(limit))
        buffer.removeFirst(bytes.count)
        return bytes
    }

    private func body(after lines: [String]) -> LoopbackResponse? {
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, let status = Int(words[1]) else { return nil }
        let length = lines.dropFirst().first { $0.lowercased().hasPrefix("content-length:") }
            .flatMap { Int($0.dropFirst(15).filter { $0 != " " }) }
        let body = bytes(limit: length ?? .max)
        return LoopbackResponse(
            status: status,
            headerLines: Array(lines.dropFirst()),
            body: body,
            isWhole: length.map { $0 == body.count } ?? true
        )
    }

    /// Waits for more bytes; returns whether some arrived.
    private func fill() -> Bool {
        while !isAtEnd {
            guard socket.wait(for: .receiving, until: deadline, stop: stop) == .ready else { return false }
            guard let bytes = socket.receive(limit: 65_536) else {
                isAtEnd = true
                return false
            }
            guard !bytes.isEmpty else { continue }
            lastArrival = .now
            firstArrival = firstArrival ?? lastArrival
            buffer += bytes
            return true
        }
        return false
    }
}

package struct LoopbackResponse: Sendable, Equatable {
    package let status: Int
    /// The header lines as sent, without the status line.
    package let headerLines: [String]
    /// The body as sent, with its chunks.
    package let body: [UInt8]
    /// Whether the body has the announced length; always so without an announcement.
    package let isWhole: Bool
}
