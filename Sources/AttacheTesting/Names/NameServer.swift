package import AttacheCore
package import AttacheSystem
import LoopbackOrigin

/// A DNS server on 127.0.0.1 that answers as it is told, also badly: by UDP, and by TCP what is too long for that.
///
/// One thread serves UDP and one accepts TCP; `stop` joins them and those of the connections.
package final class NameServer: Sendable {
    /// Decides what to do with a question; called on a thread of the server.
    package typealias Handler = @Sendable (NameQuestion) -> NameReply

    private struct Record {
        var questions: [NameQuestion] = []
        var streamCount = 0
    }

    /// The port, the same for UDP and TCP.
    package let port: Int
    private let stopSignal: StopSignal
    private let record: Locked<Record>
    private let threads: Locked<[NativeThread]>

    /// Starts a server on a port that the system chooses.
    ///
    /// - Parameter handler: Decides what to do with each question.
    /// - Throws: `SystemCallError` when there is no port, descriptor or thread to be had.
    package init(_ handler: @escaping Handler) throws(SystemCallError) {
        let (listener, datagrams) = try Self.sockets()
        let record = Locked(Record())
        let stop = try StopSignal()
        let answer: @Sendable (NameQuestion) -> NameReply = { question in
            var question = question
            record.withLock { record in
                question.repetition = record.questions.count {
                    $0.name == question.name && $0.isVersion6 == question.isVersion6
                }
                record.questions.append(question)
            }
            return handler(question)
        }
        do {
            let udp = try NativeThread { DatagramService(socket: datagrams, stop: stop, answer: answer).run() }
            let tcp = try NativeThread {
                AcceptLoop(listener: listener, stop: stop, connectionLimit: 64).run { socket, _ in
                    record.withLock { $0.streamCount += 1 }
                    NameStream(socket: socket, stop: stop, answer: answer).serve()
                }
            }
            threads = Locked([udp, tcp])
        } catch {
            throw SystemCallError(operation: "pthread_create", code: error.code)
        }
        port = listener.port
        stopSignal = stop
        self.record = record
    }

    /// Starts a server that knows some names; all others do not exist.
    ///
    /// - Parameter names: The addresses of each name.
    /// - Throws: `SystemCallError` when there is no port, descriptor or thread to be had.
    package convenience init(names: [String: [IPAddress]]) throws(SystemCallError) {
        try self.init { question in names[question.name].map { .addresses($0) } ?? .code(3) }
    }

    /// The server as `--dns-server` wants it.
    package var address: String { "127.0.0.1:\(port)" }

    /// The questions so far; what was asked again by TCP is there twice.
    package var questions: [NameQuestion] { record.withLock { $0.questions } }

    /// How many connections came by TCP.
    package var streamCount: Int { record.withLock { $0.streamCount } }

    /// Ends every wait and joins every thread; more than once does no more.
    package func stop() {
        stopSignal.raise()
        let threads = threads.withLock { threads in
            defer { threads = [] }
            return threads
        }
        for thread in threads { thread.join() }
    }

    /// A port that is free for both: another process may hold the one that TCP was given for UDP.
    private static func sockets() throws(SystemCallError) -> (LoopbackSocket, DatagramSocket) {
        var attempt = 0
        while true {
            let listener = try LoopbackSocket.listening()
            do throws(SystemCallError) {
                return (listener, try DatagramSocket(port: listener.port))
            } catch {
                attempt += 1
                if attempt == 16 { throw error }
            }
        }
    }
}

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
