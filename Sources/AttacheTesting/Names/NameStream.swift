import LoopbackOrigin

/// Answers the questions of one TCP connection, each message behind two bytes of length (RFC 1035, section 4.2.2).
struct NameStream {
    let socket: LoopbackSocket
    let stop: StopSignal
    let answer: @Sendable (NameQuestion) -> NameReply

    /// Serves until the client goes away or the server stops.
    func serve() {
        var buffer: [UInt8] = []
        while true {
            while buffer.count >= 2, buffer.count >= 2 + length(buffer) {
                let message = Array(buffer[2..<(2 + length(buffer))])
                buffer.removeFirst(2 + message.count)
                guard let question = NameQuestion(message) else { return }
                guard let bytes = NameMessage.bytes(answer(question), to: question) else { continue }
                guard send([UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes) else { return }
            }
            guard socket.wait(for: .receiving, until: nil, stop: stop) == .ready,
                let bytes = socket.receive(limit: 16_384)
            else { return }
            buffer += bytes
        }
    }

    private func length(_ buffer: [UInt8]) -> Int { Int(buffer[0]) << 8 | Int(buffer[1]) }

    private func send(_ bytes: [UInt8]) -> Bool {
        var left = bytes[...]
        while !left.isEmpty {
            guard socket.wait(for: .sending, until: nil, stop: stop) == .ready, let count = socket.send(left) else {
                return false
            }
            left = left.dropFirst(count)
        }
        return true
    }
}
