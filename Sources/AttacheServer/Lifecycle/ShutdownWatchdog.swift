import AttacheCore
import AttacheSystem
import Glibc
import Logging
import ServiceLifecycle

/// Ends the process when the service was told to end, and something that cannot be cut off does not let it: a file that hangs,
/// a library that does not return.
final class ShutdownWatchdog: Sendable {
    private let task = Locked<Task<Void, Never>?>(nil)
    private let log: ServiceLog

    /// Creates it; nothing happens until it is armed.
    ///
    /// - Parameter log: Is told before the process ends.
    init(log: ServiceLog) {
        self.log = log
    }

    /// Gives the service this long to end.
    func arm(after delay: Duration) {
        let task = Task { [log] in
            guard (try? await Task.sleep(for: delay)) != nil else { return }
            log.write(.error, "something does not end: the process does") { _ in }
            await log.flush(within: .seconds(1))
            // Answers that were given for a key, and media, are on the disk since before anybody was told of them.
            _exit(ShutdownOutcome.incomplete.exitStatus)
        }
        self.task.withLock { $0 = task }
    }

    /// The service has ended by itself.
    func disarm() { task.withLock { $0?.cancel() } }
}

/// How the service came to its end.
package enum ShutdownOutcome: Sendable, Equatable {
    /// Every request that was taken has been answered in full.
    case drained
    /// The time for that was over: transfers were ended, so that their payloads fell back, and what was not answered soon
    /// after was cut off.
    case incomplete

    /// The process' exit status: 0, or 5 for "interrupted with work left", as on the command line.
    package var exitStatus: Int32 {
        switch self {
        case .drained: 0
        case .incomplete: 5
        }
    }
}

/// The first moment of the end: the service says that it is not ready, and goes on taking requests for a while, until
/// whoever distributes them has heard of it.
///
/// It must stand behind the server in the group, since services end in the reverse order.
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
