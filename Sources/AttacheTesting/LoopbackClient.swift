package import AttacheSystem
import LoopbackOrigin

/// A plain HTTP/1.1 client over one connection to 127.0.0.1, with nothing between it and the bytes.
///
/// It blocks its thread; every wait ends at the latest when `timeout` has passed since the client was made.
package final class LoopbackClient {
    private let socket: LoopbackSocket
    private let stop: StopSignal
    private let deadline: ContinuousClock.Instant
    private var buffer: [UInt8] = []
    /// Whether the stream ended, in order or not.
    package private(set) var isAtEnd = false
    /// When the first bytes arrived, or `nil` before.
    package private(set) var firstArrival: ContinuousClock.Instant?
    /// When the last bytes arrived; before any did, when the client was made.
    package private(set) var lastArrival: ContinuousClock.Instant

    /// Connects.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1.
    ///   - timeout: How long the client may wait in all.
    /// - Throws: `SystemCallError` when nobody listens or the system refuses.
    package init(port: Int, timeout: Duration = .seconds(50)) throws(SystemCallError) {
        stop = try StopSignal()
        lastArrival = .now
        deadline = lastArrival + timeout
        socket = try LoopbackSocket.connected(to: port)
    }

    /// Sends a GET request.
    ///
    /// - Parameters:
    ///   - path: Path and query.
    ///   - headers: Header lines without line ends, besides `Host`.
    package func get(_ path: String, headers: [String] = []) {
        send((["GET \(path) HTTP/1.1", "Host: 127.0.0.1"] + headers + ["", ""]).joined(separator: "\r\n"))
    }

    /// Sends text as it is.
    ///
    /// - Parameter text: The text.
    package func send(_ text: String) {
        var left = Array(text.utf8)[...]
        while !left.isEmpty {
            guard socket.wait(for: .sending, until: deadline, stop: stop) == .ready, let count = socket.send(left)
            else {
                return
            }
            left = left.dropFirst(count)
        }
    }

    /// Reads one response; without `Content-Length`, its body is all that comes until the stream ends.
    ///
    /// - Returns: The response, or `nil` when the stream ended or the time was over before its head was there.
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

    /// Reads what comes, until the stream ends or there are enough bytes.
    ///
    /// - Parameter limit: How many bytes are enough.
    /// - Returns: The bytes: fewer than `limit` when the stream ended or the time was over.
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

    /// Waits for more bytes.
    ///
    /// - Returns: Whether some came.
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

/// A response as a `LoopbackClient` read it.
package struct LoopbackResponse: Sendable, Equatable {
    /// The status code.
    package let status: Int
    /// The header lines as sent, without the status line.
    package let headerLines: [String]
    /// The body as sent: chunks are not taken apart.
    package let body: [UInt8]
    /// Whether the body has the announced length; always so where none was announced.
    package let isWhole: Bool
}
