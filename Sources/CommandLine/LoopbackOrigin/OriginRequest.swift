import AttacheSystem

/// One request as the origin received it.
package struct OriginRequest: Sendable, Equatable {
    /// The method, such as `GET`.
    package let method: String
    /// The request target as sent, with its query.
    package let target: String
    /// The header lines as sent, without the request line.
    package let headerLines: [String]
    /// The number of its connection, counted from 0 in the order of acceptance.
    package let connection: Int
    /// The origin's port, for absolute redirects to itself.
    package let port: Int

    /// The target without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// Returns the trimmed values of a header, whose name is in any case, in the order of arrival.
    package func values(_ name: String) -> [String] {
        headerLines.compactMap { line in
            guard let colon = line.firstIndex(of: ":"), line[..<colon].lowercased() == name.lowercased() else {
                return nil
            }
            var value = line[line.index(after: colon)...]
            while value.first?.isWhitespace == true { value.removeFirst() }
            while value.last?.isWhitespace == true { value.removeLast() }
            return String(value)
        }
    }

    /// Parses a request's head without the empty line; `nil` without a request line of three words.
    init?(head: ArraySlice<UInt8>, connection: Int, port: Int) {
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
        let words = lines[0].split(separator: " ")
        guard words.count == 3 else { return nil }
        method = String(words[0])
        target = String(words[1])
        headerLines = lines.dropFirst().map(String.init)
        self.connection = connection
        self.port = port
    }

    /// Whether the client keeps the connection open.
    var allowsReuse: Bool { !values("connection").contains { $0.lowercased() == "close" } }
}

struct OriginRequestReader {
    private static let limit = 65_536
    private static let end: [UInt8] = [13, 10, 13, 10]

    let socket: LoopbackSocket
    let stop: StopSignal
    private var buffer: [UInt8] = []

    init(socket: LoopbackSocket, stop: StopSignal) {
        self.socket = socket
        self.stop = stop
    }

    /// Waits for the next request head; returns its bytes before the empty line, or `nil` at the end.
    mutating func next() -> ArraySlice<UInt8>? {
        var searched = 0
        while true {
            if let end = endOfHead(from: searched) {
                let head = buffer[..<end]
                buffer.removeSubrange(..<(end + Self.end.count))
                return head
            }
            searched = max(0, buffer.count - Self.end.count + 1)
            guard buffer.count < Self.limit,
                socket.wait(for: .receiving, until: nil, stop: stop) == .ready,
                let bytes = socket.receive(limit: 16_384)
            else { return nil }
            buffer += bytes
        }
    }

    private func endOfHead(from start: Int) -> Int? {
        guard buffer.count >= start + Self.end.count else { return nil }
        return (start...(buffer.count - Self.end.count)).first { buffer[$0...].starts(with: Self.end) }
    }
}
