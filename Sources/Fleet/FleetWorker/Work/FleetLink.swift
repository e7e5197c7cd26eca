import AttacheCore
import AttacheSystem

/// The messages of a worker in both directions: one thread receives, and one sends, since libnats blocks.
///
/// Everything that the servers send to this process comes to subjects below one inbox: messages of pull requests, and
/// acknowledgements of publications in streams.
final class FleetLink: Sendable {
    /// The time after which a publication without an acknowledgement has failed.
    private static let acknowledgementTime = Duration.seconds(5)

    /// A stored publication, or the reason why it was not stored.
    typealias Completion = @Sendable (Result<StoredPublication, NATSError>) -> Void

    /// What the servers have sent.
    enum Incoming {
        case delivery(NATSMessage)
        /// The server's word about a pull request.
        case status(request: Int, NATSMessage)
        /// An acknowledgement, which has completed its publication.
        case acknowledgement
    }

    private struct Pending {
        let deadline: ContinuousClock.Instant
        let completion: Completion
    }

    private struct State {
        var pending: [Int: Pending] = [:]
        var last = 0
    }

    let connection: NATSConnection
    private let inbox: String
    private let subscription: NATSSubscription
    private let sender: WorkerPool
    private let state = Locked(State())

    /// Subscribes to an inbox; blocks. Throws `NATSError`, or `SystemCallError` without a thread.
    init(_ connection: NATSConnection) throws {
        self.connection = connection
        inbox = try NATSConnection.inbox()
        subscription = try connection.subscribe("\(inbox).>")
        sender = try WorkerPool(threadCount: 1)
    }

    /// Sends a message without an acknowledgement; one that a broken connection loses is delivered again.
    func send(_ message: NATSPublication) {
        sender.start { [connection] in try? connection.publish(message) }
    }

    func acknowledge(_ delivery: PayloadDelivery, _ acknowledgement: Acknowledgement) {
        send(NATSPublication(subject: delivery.acknowledgement.text, body: acknowledgement.body))
    }

    func request(_ pull: PullRequest, of stream: String) {
        send(
            NATSPublication(
                subject: JetStreamAPI.nextSubject(stream, pull.consumer),
                reply: "\(inbox).pull.\(pull.number)",
                body: pull.body
            )
        )
    }

    /// Publishes a message into a stream; `completion` runs once, on the thread that receives or sends.
    func store(_ given: NATSPublication, at now: ContinuousClock.Instant, completion: @escaping Completion) {
        let number = state.withLock { state in
            state.last += 1
            state.pending[state.last] = Pending(deadline: now + Self.acknowledgementTime, completion: completion)
            return state.last
        }
        var message = given
        message.reply = "\(inbox).store.\(number)"
        let isSent = sender.start { [self, message] in
            do throws(NATSError) {
                try connection.publish(message)
            } catch {
                complete(number, .failure(error))
            }
        }
        if !isSent { complete(number, .failure(Self.closed)) }
    }

    /// Takes the next message; `nil` when none comes in time. Acknowledgements complete their publications here.
    func next(within timeout: Duration) throws(NATSError) -> Incoming? {
        guard let message = try subscription.next(within: timeout) else { return nil }
        // A message of a stream has its own subject.
        guard message.subject.hasPrefix(inbox) else { return .delivery(message) }
        let tokens = message.subject.dropFirst(inbox.count + 1).split(separator: ".")
        guard tokens.count == 2, let number = Int(tokens[1]) else { return .acknowledgement }
        guard tokens[0] == "store" else { return .status(request: number, message) }
        complete(number, Self.result(message))
        return .acknowledgement
    }

    /// Fails the publications whose acknowledgement is late.
    func expire(at now: ContinuousClock.Instant) {
        let late = state.withLock { state in state.pending.filter { $0.value.deadline <= now }.map(\.key) }
        for number in late {
            complete(number, .failure(Self.late))
        }
    }

    /// Sends what is left, and ends the sending thread; blocks.
    func close(within timeout: Duration) {
        sender.shutDown()
        try? connection.flush(within: timeout)
        connection.close()
        failAll(Self.closed)
    }

    /// Fails all publications that wait for an acknowledgement, since none will arrive.
    func failAll(_ error: NATSError) {
        for number in state.withLock({ Array($0.pending.keys) }) { complete(number, .failure(error)) }
    }

    private static let late = NATSError(
        .reply,
        "JetStream acknowledged nothing in time; the stream is missing, or has no leader."
    )
    private static let closed = NATSError(.reply, "The worker has ended.")

    private func complete(_ number: Int, _ result: Result<StoredPublication, NATSError>) {
        let pending = state.withLock { $0.pending.removeValue(forKey: number) }
        pending?.completion(result)
    }

    private static func result(_ message: NATSMessage) -> Result<StoredPublication, NATSError> {
        guard let document = try? JSONDocument(parsing: message.body) else {
            return .failure(NATSError(.reply, "JetStream acknowledged with something other than JSON."))
        }
        if let failure = JetStreamAPI.failure(in: document) { return .failure(failure) }
        return .success(StoredPublication(isDuplicate: document.root["duplicate"]?.boolean ?? false))
    }
}

/// A message that a stream has, or had already.
struct StoredPublication: Sendable {
    let isDuplicate: Bool
}
