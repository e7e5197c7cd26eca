import AttacheCore
import AttacheSystem

/// Requests over a connection of their own, whose answers come to one inbox: no thread waits for a single answer.
final class NATSRequester: Sendable {
    /// The longest wait for a message, and so the precision of timeouts.
    private static let step = Duration.milliseconds(50)
    /// The most answers between two checks of time limits.
    private static let answersAtOnce = 128

    private typealias Answer = Result<NATSMessage, NATSError>

    private struct Pending {
        let deadline: ContinuousClock.Instant
        let waiter: Waiter<Answer>
    }

    private struct State {
        var pending: [Int: Pending] = [:]
        var last = 0
        var isClosed = false
    }

    let connection: NATSConnection
    private let inbox: String
    private let subscription: NATSSubscription
    private let time: any TimeSource
    /// One thread receives, and one sends.
    private let threads: WorkerPool
    private let state = Locked(State())

    /// Subscribes to an inbox; blocks. Throws `NATSError`, or `SystemCallError` without a thread.
    init(_ connection: NATSConnection, time: any TimeSource) throws {
        self.connection = connection
        self.time = time
        inbox = try NATSConnection.inbox()
        subscription = try connection.subscribe("\(inbox).*")
        threads = try WorkerPool(threadCount: 2)
        threads.start { [self] in receive() }
    }

    /// Sends a request and waits for its answer; a status without a message is an answer too.
    func request(_ given: NATSPublication, within timeout: Duration) async throws(NATSError) -> NATSMessage {
        guard connection.isConnected else { throw NATSError(.reply, "The connection is lost.") }
        let waiter = Waiter<Answer>()
        let deadline = time.now + timeout
        let number = state.withLock { state -> Int? in
            if state.isClosed { return nil }
            state.last += 1
            state.pending[state.last] = Pending(deadline: deadline, waiter: waiter)
            return state.last
        }
        guard let number else { throw Self.closed }
        var message = given
        message.reply = "\(inbox).\(number)"
        let isSent = threads.start { [self, message] in
            do throws(NATSError) {
                try connection.publish(message)
            } catch {
                complete(number, .failure(error))
            }
        }
        if !isSent { complete(number, .failure(Self.closed)) }
        return try await waiter.wait().get()
    }

    /// Ends the threads and the connection; requests in progress fail. Blocks.
    func close() {
        state.withLock { $0.isClosed = true }
        threads.shutDown()
        connection.close()
    }

    private func receive() {
        while !state.withLock({ $0.isClosed }) {
            do throws(NATSError) {
                // Not endlessly: answers that keep coming must not delay the time limits of others.
                var wait = Self.step
                for _ in 0..<Self.answersAtOnce {
                    guard let message = try subscription.next(within: wait) else { break }
                    wait = .milliseconds(1)
                    guard let number = Int(message.subject.dropFirst(inbox.count + 1)) else { continue }
                    complete(number, .success(message))
                }
            } catch {
                failAll(error)
                return
            }
            let now = time.now
            let late = state.withLock { state in state.pending.filter { $0.value.deadline <= now }.map(\.key) }
            for number in late { complete(number, .failure(NATSError(.reply, "There is no answer in time."))) }
        }
        failAll(Self.closed)
    }

    private func failAll(_ error: NATSError) {
        let numbers = state.withLock { state in
            state.isClosed = true
            return Array(state.pending.keys)
        }
        for number in numbers { complete(number, .failure(error)) }
    }

    private func complete(_ number: Int, _ answer: Answer) {
        state.withLock { $0.pending.removeValue(forKey: number) }?.waiter.resume(returning: answer)
    }

    private static let closed = NATSError(.reply, "The connection is closed.")
}
