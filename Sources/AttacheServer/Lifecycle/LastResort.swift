import AttacheThreads
import Glibc
import Logging

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
