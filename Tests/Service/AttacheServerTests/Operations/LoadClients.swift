import AttacheSystem
import AttacheTesting
import Foundation

/// Clients that send requests repeatedly, each on a connection that it keeps open while the service allows it.
final class LoadClients: Sendable {
    /// The results of the requests so far.
    struct Tally: Sendable {
        var answered = 0
        /// Sent in full on a connection that had answered before or that the service had accepted, and never answered.
        var unanswered = 0
        /// Sent on a connection without any response: the kernel accepted it, and the service no longer did.
        var neverTaken = 0
        var statuses: Set<Int> = []
    }

    private let tally = Locked(Tally())
    private let runningCount: Locked<Int>

    /// Starts the clients; each ends when the service stops listening.
    ///
    /// - Parameters:
    ///   - count: The number of clients.
    ///   - port: The port of the service.
    ///   - body: Creates the body of a client's next request.
    init(_ count: Int, port: Int, body: @escaping @Sendable (_ number: Int) -> String) {
        runningCount = Locked(count)
        for client in 0..<count {
            Thread.detachNewThread { [self] in
                var number = client
                while let connection = try? LoopbackClient(port: port) {
                    use(connection, &number, stride: count, body)
                }
                runningCount.withLock { $0 -= 1 }
            }
        }
    }

    var current: Tally { tally.withLock { $0 } }

    /// Waits until every client has ended.
    func result() async throws -> Tally {
        try await waitUntil { runningCount.withLock { $0 } == 0 }
        return current
    }

    private func use(
        _ connection: LoopbackClient,
        _ number: inout Int,
        stride: Int,
        _ body: (Int) -> String
    ) {
        var hasAnswered = false
        while true {
            connection.send(
                ServiceProcess.request("POST", "/v1/rewrite?policy=hive", body: body(number))
            )
            number += stride
            guard let response = connection.response(), response.isWhole else {
                tally.withLock { tally in
                    if hasAnswered { tally.unanswered += 1 } else { tally.neverTaken += 1 }
                }
                return
            }
            hasAnswered = true
            tally.withLock { tally in
                tally.answered += 1
                tally.statuses.insert(response.status)
            }
            if response.headerLines.contains(where: { $0.lowercased() == "connection: close" }) { return }
        }
    }
}
