import AttacheCore
import AttacheSystem
import Glibc
import Logging
import ServiceLifecycle

/// Exits the process when a shutdown hangs on something that cannot be cancelled: a file that does not respond, or a
/// library that does not return.
final class ShutdownWatchdog: Sendable {
    private let task = Locked<Task<Void, Never>?>(nil)
    private let log: ServiceLog

    init(log: ServiceLog) {
        self.log = log
    }

    func arm(after delay: Duration) {
        let task = Task { [log] in
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            log.write(.error, "shutdown timed out; exiting") { _ in }
            await log.flush(within: .seconds(1))
            // Responses to keyed requests, and media, are on disk before any client learns of them.
            _exit(ShutdownOutcome.incomplete.exitStatus)
        }
        self.task.withLock { $0 = task }
    }

    func disarm() { task.withLock { $0?.cancel() } }
}

/// The outcome of a shutdown.
package enum ShutdownOutcome: Sendable, Equatable {
    /// Every accepted request was answered completely.
    case drained
    /// The drain timeout passed: transfers were cancelled, so that their payloads fell back to plain text, and
    /// responses that took longer were cut off.
    case incomplete

    /// The exit status: 0, or 5 for "interrupted with work left", as on the command line.
    package var exitStatus: Int32 {
        switch self {
        case .drained: 0
        case .incomplete: 5
        }
    }
}

/// The first phase of a shutdown: the service reports that it is not ready, and accepts requests until load balancers
/// have noticed.
///
/// It must come after the server in the group, since services shut down in reverse order.
struct DrainService: Service {
    let readiness: Readiness
    let delay: Duration
    let time: any TimeSource

    func run() async throws {
        try? await gracefulShutdown()
        readiness.drain()
        try? await time.sleep(until: time.now + delay)
    }
}
