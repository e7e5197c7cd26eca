import AttacheCore
import AttacheSystem

/// Requests that tasks wait for, over a connection of their own.
final class NATSRequester: Sendable {
    /// The longest wait for a message, and so the precision of timeouts.
    private static let step = Duration.milliseconds(50)
    /// The longest wait for the server at the end.
    private static let endTime = Duration.seconds(1)

    private let link: FleetLink
    private let time: any TimeSource
    private let receiver: WorkerPool
    private let isClosed = Locked(false)

    /// Starts to receive. Throws `SystemCallError` without a thread.
    init(_ link: FleetLink, time: any TimeSource) throws {
        self.link = link
        self.time = time
        receiver = try WorkerPool(threadCount: 1)
        receiver.start { [self] in receive() }
    }

    /// Sends a request and waits for its answer; a status without a message is an answer too.
    func request(_ message: NATSPublication, within timeout: Duration) async throws(NATSError) -> NATSMessage {
        guard link.connection.isConnected else { throw NATSError(.reply, "The connection is lost.") }
        let waiter = Waiter<Result<NATSMessage, NATSError>>()
        link.request(message, until: time.now + timeout) { waiter.resume(returning: $0) }
        return try await waiter.wait().get()
    }

    /// Ends the threads and the connection; requests in progress fail. Blocks.
    func close() {
        isClosed.withLock { $0 = true }
        receiver.shutDown()
        link.close(within: Self.endTime)
    }

    private func receive() {
        var next = time.now
        while !isClosed.withLock({ $0 }) {
            do throws(NATSError) {
                _ = try link.next(within: Self.step)
            } catch {
                // The connection is closed for good.
                return link.failAll(error)
            }
            guard time.now >= next else { continue }
            link.expire(at: time.now)
            next = time.now + Self.step
        }
    }
}
