import AttacheCore
import AttacheThreads
import HTTPTypes
import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// Ends requests whose bodies arrive too slowly: one look a second for all of them, so that a quick one costs next to
/// nothing.
final class SlowRequestWatch: Service {
    private struct State {
        var number = 0
        var requests: [Int: (channel: any Channel, deadline: ContinuousClock.Instant)] = [:]
    }

    private let timeout: Duration
    private let time: any TimeSource
    private let state = Locked(State())

    /// Creates the watch.
    ///
    /// - Parameters:
    ///   - timeout: How long the body of a request may take to arrive.
    ///   - time: The clock.
    init(timeout: Duration, time: any TimeSource) {
        self.timeout = timeout
        self.time = time
    }

    /// Watches a request from now on.
    ///
    /// - Parameter channel: Its connection, or stream.
    /// - Returns: The ticket that `leave` wants.
    func enter(_ channel: any Channel) -> Int {
        let deadline = time.now + timeout
        return state.withLock { state in
            state.number += 1
            state.requests[state.number] = (channel, deadline)
            return state.number
        }
    }

    /// The request has arrived, or is not read on.
    func leave(_ ticket: Int) {
        state.withLock { $0.requests[ticket] = nil }
    }

    func run() async throws {
        await cancelWhenGracefulShutdown {
            // Being told to end is how it ends, and no error, which would end everything else at once.
            while (try? await self.time.sleep(until: self.time.now + .seconds(1))) != nil { self.endOverdue() }
        }
    }

    /// Answers 408 to what is overdue, and closes the connection.
    func endOverdue() {
        let now = time.now
        let overdue = state.withLock { state in
            let overdue = state.requests.filter { $0.value.deadline <= now }
            for ticket in overdue.keys { state.requests[ticket] = nil }
            return overdue.values.map(\.channel)
        }
        let problem = Problem(.requestTimeout, "The body took longer than \(timeout) to arrive; send it at once.")
        let bytes = problem.json()
        for channel in overdue {
            channel.eventLoop.execute {
                var fields: HTTPFields = [.contentType: "application/problem+json", .connection: "close"]
                fields[.contentLength] = "\(bytes.count)"
                let head = HTTPResponse(status: problem.kind.status, headerFields: fields)
                channel.write(HTTPResponsePart.head(head), promise: nil)
                channel.write(HTTPResponsePart.body(channel.allocator.buffer(bytes: bytes)), promise: nil)
                channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
                channel.close(promise: nil)
            }
        }
    }
}
