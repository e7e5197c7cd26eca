import Attache
import AttacheCore
import AttacheSystem
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// Runs the service, handles signals, and bounds the time of a shutdown.
struct ServiceRunner: Sendable {
    /// The time to send responses after transfers were cancelled.
    private static let grace = Duration.seconds(2)
    /// The interval of log lines during a drain.
    private static let countdownInterval = Duration.seconds(5)

    private enum Event: Sendable {
        case served
        case stoppedListening
        case timedOut
    }

    private enum Drain {
        case inTime
        /// The drain timeout has passed.
        case overdue
        /// It has passed with work left.
        case incomplete
    }

    let attache: Attache
    let queue: AdmissionController
    let connections: ConnectionRegistry
    let watchdog: ShutdownWatchdog
    let drainTimeout: Duration
    let log: ServiceLog

    /// Serves until a signal requests a shutdown; errors of the services, such as an address in use, are rethrown. Only
    /// one reload runs at a time; a SIGHUP during a reload causes one more.
    func run(
        _ group: ServiceGroup,
        _ signals: UnixSignalsSequence,
        reload: @escaping @Sendable () async -> Void
    ) async throws -> ShutdownOutcome {
        let (ending, endContinuation) = AsyncStream.makeStream(of: Void.self)
        let (reloads, reloadContinuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let drain = Locked(Drain.inTime)
        let signalHandler = SignalHandler(reload: { reloadContinuation.yield() }) { [self] in
            log.write(.notice, "shutting down: finishing requests") { line in
                line.member("timeout_ms", drainTimeout)
                remainingWork.write(to: &line)
            }
            watchdog.arm(after: drainTimeout + Self.grace + Self.grace)
            endContinuation.yield()
            await group.triggerGracefulShutdown()
        }
        return try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                do {
                    // Never cancelled: cancellation would drop connections that are not handled yet, and NIO then
                    // traps. Instead its connections are closed, and it ends as usual.
                    let serving = Task { try await group.run() }
                    try await withTaskCancellationHandler {
                        try await serving.value
                    } onCancel: {
                        connections.closeAll()
                        Task { await group.triggerGracefulShutdown() }
                    }
                } catch {
                    // After the drain timeout the first error of a closed connection is expected.
                    if drain.withLock({ $0 == .inTime }) { throw error }
                }
                return Event.served
            }
            tasks.addTask {
                await signalHandler.run(signals)
                return Event.stoppedListening
            }
            tasks.addTask {
                for await _ in reloads { await reload() }
                return Event.stoppedListening
            }
            tasks.addTask {
                guard await ending.first(where: { true }) != nil else { return .stoppedListening }
                try await countDown(to: attache.time.now + drainTimeout)
                drain.withLock { $0 = .overdue }
                if await cancelRemainingWork() { drain.withLock { $0 = .incomplete } }
                try await attache.time.sleep(until: attache.time.now + Self.grace)
                connections.closeAll()
                return .timedOut
            }
            while let event = try await tasks.next(), event == .stoppedListening {}
            tasks.cancelAll()
            // Cancelled tasks have no result.
            while (try? await tasks.next()) != nil {}
            return drain.withLock { $0 == .incomplete } ? .incomplete : .drained
        }
    }

    private var remainingWork: RemainingWork {
        let load = queue.load
        return RemainingWork(working: load.working, waiting: load.waiting, connections: connections.count)
    }

    /// Waits for the end of the drain, and logs the time and the requests left every five seconds.
    private func countDown(to end: ContinuousClock.Instant) async throws {
        var left = drainTimeout - Self.countdownInterval
        while left > .zero {
            try await attache.time.sleep(until: end - left)
            log.write(.notice, "shutting down: requests are still in progress") { line in
                line.member("left_ms", left)
                remainingWork.write(to: &line)
            }
            left -= Self.countdownInterval
        }
        try await attache.time.sleep(until: end)
    }

    /// Ends remaining work at once: payloads that load media fall back to plain text, waiting requests get 503, and
    /// clients that do not read their response are disconnected; returns whether work was left.
    private func cancelRemainingWork() async -> Bool {
        var left = remainingWork
        left.connections = connections.closeStalled()
        log.write(.warning, "drain timeout: cancelling transfers") { left.write(to: &$0) }
        queue.close()
        attache.endTransfers()
        return left.connections > 0 || left.working > 0 || left.waiting > 0
    }
}

/// The work that a shutdown waits for: payloads in progress, waiting payloads and open connections.
private struct RemainingWork {
    let working: Int
    let waiting: Int
    var connections: Int

    func write(to line: inout LogLine) {
        line.member("working", working)
        line.member("waiting", waiting)
        line.member("connections", connections)
    }
}

/// The signal handler: SIGHUP reloads, SIGTERM and SIGINT shut down, and a second one exits at once. A SIGHUP that closes
/// the terminal of the log shuts down too.
///
/// Nothing is awaited between signals but `end`, so that later signals are handled promptly.
struct SignalHandler: Sendable {
    let reload: @Sendable () -> Void
    let end: @Sendable () async -> Void
    private let startedOnTerminal = isatty(STDERR_FILENO) == 1

    /// Handles signals until its task is cancelled.
    func run(_ signals: UnixSignalsSequence) async {
        var isEnding = false
        for await signal in signals {
            if signal == .sighup, isEnding || !hasLostTerminal {
                reload()
            } else if isEnding {
                // A second signal skips even the exit handlers.
                _exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
            } else {
                isEnding = true
                await end()
            }
        }
    }

    /// Whether the terminal was closed: it is none any more once it has hung up.
    private var hasLostTerminal: Bool { startedOnTerminal && isatty(STDERR_FILENO) == 0 }

    /// Installs the handlers, before the service accepts connections.
    static func signals() async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint)
    }
}
