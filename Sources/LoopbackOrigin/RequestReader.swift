/// Reads one request head after the other from a connection.
struct OriginRequestReader {
    /// The most bytes a request head may have.
    private static let limit = 65_536
    /// The empty line that ends a head.
    private static let end: [UInt8] = [13, 10, 13, 10]

    let socket: LoopbackSocket
    let stop: StopSignal
    private var buffer: [UInt8] = []

    init(socket: LoopbackSocket, stop: StopSignal) {
        self.socket = socket
        self.stop = stop
    }

    /// Waits for the next request head.
    ///
    /// - Returns: The bytes before the empty line, or `nil` when none will come.
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
