import AttacheSystem

/// Serves one connection on the thread that calls `serve`.
struct OriginConnection: Sendable {
    let socket: LoopbackSocket
    let number: Int
    let port: Int
    let stop: StopSignal
    /// Records a request and returns its behaviour.
    let answer: @Sendable (OriginRequest) -> Behaviour

    /// Serves requests until a step, the client or the owner ends the connection.
    func serve() {
        var reader = OriginRequestReader(socket: socket, stop: stop)
        while let head = reader.next() {
            guard let request = OriginRequest(head: head, connection: number, port: port) else { return }
            for step in answer(request).steps {
                guard perform(step) else { return }
            }
            guard request.allowsReuse else { return }
        }
    }

    /// Performs a step; returns `false` when the connection ends.
    private func perform(_ step: BehaviourStep) -> Bool {
        switch step {
        case .send(let bytes): send(bytes)
        case .dribble(let bytes, let byteCount, let interval): dribble(bytes, byteCount: byteCount, interval: interval)
        case .repeatEndlessly(let bytes): repeatEndlessly(bytes)
        case .wait(let duration): wait(until: .now + duration)
        case .run(let body): run(body)
        case .waitUntilStopped: wait(until: nil)
        case .close: false
        case .reset: reset()
        }
    }

    private func send(_ bytes: [UInt8]) -> Bool { socket.sendAll(bytes[...], stop: stop) }

    private func dribble(_ bytes: [UInt8], byteCount: Int, interval: Duration) -> Bool {
        var instant = ContinuousClock.now
        for start in stride(from: 0, to: bytes.count, by: max(1, byteCount)) {
            if start > 0 {
                // Measured from piece to piece, so that the total duration is exact.
                instant += interval
                guard wait(until: instant) else { return false }
            }
            guard send(Array(bytes[start..<min(bytes.count, start + max(1, byteCount))])) else { return false }
        }
        return true
    }

    private func repeatEndlessly(_ bytes: [UInt8]) -> Bool {
        guard !bytes.isEmpty else { return false }
        while send(bytes) {}
        return false
    }

    private func wait(until instant: ContinuousClock.Instant?) -> Bool {
        socket.wait(for: .closing, until: instant, stop: stop) == .timedOut
    }

    private func run(_ body: () -> Void) -> Bool {
        body()
        return true
    }

    private func reset() -> Bool {
        socket.resetOnClose()
        return false
    }
}
