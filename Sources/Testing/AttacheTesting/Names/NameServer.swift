package import AttacheCore
package import AttacheSystem
import LoopbackOrigin

/// A DNS server on 127.0.0.1 with scripted answers, including invalid ones: over UDP, and over TCP for long answers.
///
/// One thread serves UDP and one accepts TCP; `stop` joins them and those of the connections.
package final class NameServer: Sendable {
    /// Returns the reaction to a question; called on a thread of the server.
    package typealias Handler = @Sendable (NameQuestion) -> NameReply

    private struct Record {
        var questions: [NameQuestion] = []
        var streamCount = 0
    }

    /// The behaviour over TCP, which long answers need.
    package enum Streams: String, Sendable, CaseIterable {
        /// Connections stay open for further questions.
        case open
        /// A connection ends after its first answer (RFC 7766, section 6.2.3, allows it).
        case once
        /// Connections are refused.
        case refused
    }

    /// The port, the same for UDP and TCP.
    package let port: Int
    private let stopSignal: StopSignal
    private let record: Locked<Record>
    private let threads: Locked<[NativeThread]>
    /// Holds the port also when nothing listens on it.
    private let listener: LoopbackSocket

    /// Starts a server on a port chosen by the system, with a handler for each question.
    package init(streams: Streams = .open, _ handler: @escaping Handler) throws(SystemCallError) {
        let (listener, datagrams) = try Self.sockets(streams)
        self.listener = listener
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
                guard streams != .refused else { return }
                AcceptLoop(listener: listener, stop: stop, connectionLimit: 64).run { socket, _ in
                    record.withLock { $0.streamCount += 1 }
                    NameStream(socket: socket, stop: stop, endsAfterAnswer: streams == .once, answer: answer).serve()
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

    /// Starts a server with the addresses of some names; all others do not exist.
    package convenience init(names: [String: [IPAddress]]) throws(SystemCallError) {
        try self.init { question in names[question.name].map { .addresses($0) } ?? .code(3) }
    }

    /// The address in the syntax of `--dns-server`.
    package var address: String { "127.0.0.1:\(port)" }

    /// The questions so far; one that was repeated over TCP is present twice.
    package var questions: [NameQuestion] { record.withLock { $0.questions } }

    package var streamCount: Int { record.withLock { $0.streamCount } }

    /// Ends every wait and joins every thread; repeated calls have no effect.
    package func stop() {
        stopSignal.raise()
        let threads = threads.withLock { exchange(&$0, with: []) }
        for thread in threads { thread.join() }
    }

    /// Binds a port that is free for both: another process may use the UDP port of the TCP port's number.
    private static func sockets(_ streams: Streams) throws(SystemCallError) -> (LoopbackSocket, DatagramSocket) {
        var attempt = 0
        while true {
            let listener = try streams == .refused ? LoopbackSocket.refusing() : LoopbackSocket.listening()
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
    /// Whether the connection ends after the first answer.
    let endsAfterAnswer: Bool
    let answer: @Sendable (NameQuestion) -> NameReply

    /// Serves until the client disconnects or the server stops.
    func serve() {
        var buffer: [UInt8] = []
        while true {
            while buffer.count >= 2, buffer.count >= 2 + length(buffer) {
                let message = Array(buffer[2..<(2 + length(buffer))])
                buffer.removeFirst(2 + message.count)
                guard let question = NameQuestion(message) else { return }
                guard let bytes = NameMessage.bytes(answer(question), to: question) else { continue }
                guard send([UInt8(bytes.count >> 8), UInt8(bytes.count & 0xFF)] + bytes), !endsAfterAnswer else {
                    return
                }
            }
            guard socket.wait(for: .receiving, until: nil, stop: stop) == .ready,
                let bytes = socket.receive(limit: 16_384)
            else { return }
            buffer += bytes
        }
    }

    private func length(_ buffer: [UInt8]) -> Int { Int(buffer[0]) << 8 | Int(buffer[1]) }

    private func send(_ bytes: [UInt8]) -> Bool { socket.sendAll(bytes[...], stop: stop) }
}

/// Answers questions over UDP until the server stops; a delayed answer delays no other.
struct DatagramService {
    private struct Pending {
        let due: ContinuousClock.Instant
        let bytes: [UInt8]
        let peer: DatagramSocket.Peer
    }

    let socket: DatagramSocket
    let stop: StopSignal
    let answer: @Sendable (NameQuestion) -> NameReply

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
    fileprivate var delay: Duration {
        if case .delayed(let duration, _) = self { duration } else { .zero }
    }
}
