import LoopbackOrigin

/// Answers questions by UDP until it is stopped; a delayed answer holds up no other.
struct DatagramService {
    private struct Pending {
        let due: ContinuousClock.Instant
        let bytes: [UInt8]
        let peer: DatagramSocket.Peer
    }

    let socket: DatagramSocket
    let stop: StopSignal
    let answer: @Sendable (NameQuestion) -> NameReply

    /// Serves on the thread that calls it.
    func run() {
        var pending: [Pending] = []
        while true {
            let wake = socket.wait(until: pending.map(\.due).min(), stop: stop)
            guard wake != .stopped else { return }
            while wake == .ready, let (message, peer) = socket.receive() {
                guard let question = NameQuestion(message) else { continue }
                let reply = answer(question)
                guard var bytes = NameMessage.bytes(reply, to: question) else { continue }
                if bytes.count > NameMessage.datagramLimit { bytes = NameMessage.truncated(question) }
                pending.append(Pending(due: .now + reply.delay, bytes: bytes, peer: peer))
            }
            let now = ContinuousClock.now
            for entry in pending where entry.due <= now { socket.send(entry.bytes, to: entry.peer) }
            pending.removeAll { $0.due <= now }
        }
    }
}

extension NameReply {
    /// How long the reply takes.
    fileprivate var delay: Duration {
        if case .delayed(let duration, _) = self { duration } else { .zero }
    }
}
