import AttacheCore
import AttacheSystem

/// Messages over a connection in both directions: one thread receives, and one sends, since libnats blocks.
///
/// Everything that the servers send to this process comes to subjects below one inbox: messages of pull requests, and
/// the answers to requests, among them acknowledgements of publications in streams.
final class FleetLink: Sendable {
    /// The time after which a publication without an acknowledgement has failed.
    private static let acknowledgementTime = Duration.seconds(5)

    /// Takes the answer to a request, or the reason why there is none.
    typealias Completion = @Sendable (Result<NATSMessage, NATSError>) -> Void

    /// What the servers have sent.
    enum Incoming {
        case delivery(NATSMessage)
        /// The server's word about a pull request.
        case status(request: Int, NATSMessage)
        /// An answer, which has completed its request.
        case answer
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

    /// Sends an acknowledgement that the server answers; `completion` runs when it has, or when its time is over.
    func confirm(
        _ delivery: PayloadDelivery,
        _ acknowledgement: Acknowledgement,
        at now: ContinuousClock.Instant,
        completion: @escaping @Sendable () -> Void
    ) {
        let message = NATSPublication(subject: delivery.acknowledgement.text, body: acknowledgement.body)
        request(message, until: now + Self.acknowledgementTime) { _ in completion() }
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
    func store(
        _ message: NATSPublication,
        at now: ContinuousClock.Instant,
        completion: @escaping @Sendable (Result<StoredPublication, NATSError>) -> Void
    ) {
        request(message, until: now + Self.acknowledgementTime) { completion($0.flatMap(Self.acknowledgement)) }
    }

    /// Sends a request; `completion` runs once, on the thread that receives or sends.
    func request(
        _ given: NATSPublication,
        until deadline: ContinuousClock.Instant,
        completion: @escaping Completion
    ) {
        let number = state.withLock { state in
            state.last += 1
            state.pending[state.last] = Pending(deadline: deadline, completion: completion)
            return state.last
        }
        var message = given
        message.reply = "\(inbox).answer.\(number)"
        let isSent = sender.start { [self, message] in
            do throws(NATSError) {
                try connection.publish(message)
            } catch {
                complete(number, .failure(error))
            }
        }
        if !isSent { complete(number, .failure(Self.closed)) }
    }

    /// Takes the next message; `nil` when none comes in time. Answers complete their requests here.
    func next(within timeout: Duration) throws(NATSError) -> Incoming? {
        guard let message = try subscription.next(within: timeout) else { return nil }
        // A message of a stream has its own subject.
        guard message.subject.hasPrefix(inbox) else { return .delivery(message) }
        let tokens = message.subject.dropFirst(inbox.count + 1).split(separator: ".")
        guard tokens.count == 2, let number = Int(tokens[1]) else { return .answer }
        guard tokens[0] == "answer" else { return .status(request: number, message) }
        complete(number, .success(message))
        return .answer
    }

    /// Fails the requests whose answer is late.
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

    /// Fails all requests that wait for an answer, since none will arrive.
    func failAll(_ error: NATSError) {
        for number in state.withLock({ Array($0.pending.keys) }) { complete(number, .failure(error)) }
    }

    private static let late = NATSError(
        .reply,
        "JetStream did not answer in time; the stream is missing, or has no leader."
    )
    private static let closed = NATSError(.reply, "The connection is closed.")

    private func complete(_ number: Int, _ result: Result<NATSMessage, NATSError>) {
        let pending = state.withLock { $0.pending.removeValue(forKey: number) }
        pending?.completion(result)
    }

    private static func acknowledgement(_ message: NATSMessage) -> Result<StoredPublication, NATSError> {
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
