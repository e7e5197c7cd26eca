import Attache
import AttacheCore
import AttacheSystem
import Glibc
import Logging
import ServiceLifecycle
import UnixSignals

/// The service from its first connection to its last: it runs, hears signals, and sees to it that its end comes in time.
struct ServiceRunner: Sendable {
    /// How long those have for their answers whose transfers were ended because the time was over.
    private static let grace = Duration.seconds(2)

    private enum Event: Sendable {
        case served
        case stoppedListening
        case timedOut
    }

    let attache: Attache
    let queue: AdmissionController
    let connections: ConnectionRegistry
    let watchdog: ShutdownWatchdog
    let drainTimeout: Duration
    let log: ServiceLog

    /// Serves until a signal says to end.
    ///
    /// - Parameters:
    ///   - group: The services; each ends when it is told to.
    ///   - signals: What the system tells.
    ///   - reload: What is done on SIGHUP: one at a time, and once more where another came meanwhile.
    /// - Returns: How it ended.
    /// - Throws: What a service throws, such as that the address is taken.
    func run(
        _ group: ServiceGroup,
        _ signals: UnixSignalsSequence,
        reload: @escaping @Sendable () async -> Void
    ) async throws -> ShutdownOutcome {
        let (ending, endContinuation) = AsyncStream.makeStream(of: Void.self)
        let (reloads, reloadContinuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let (isIncomplete, isOverdue) = (Locked(false), Locked(false))
        let signalHandler = SignalHandler(reload: { reloadContinuation.yield() }) { [self] in
            log.write(.notice, "ending: what is under way is finished") { $0.member("timeout_ms", drainTimeout) }
            watchdog.arm(after: drainTimeout + Self.grace + Self.grace)
            endContinuation.yield()
            await group.triggerGracefulShutdown()
        }
        return try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                do {
                    // Never cancelled, which would drop connections that nobody has begun with, and NIO ends the process
                    // for that: its connections are closed, and then it ends as it always does.
                    let serving = Task { try await group.run() }
                    try await withTaskCancellationHandler {
                        try await serving.value
                    } onCancel: {
                        connections.closeAll()
                        Task { await group.triggerGracefulShutdown() }
                    }
                } catch {
                    // Cut off because it took too long, it ends with whatever error comes first.
                    if !isOverdue.withLock({ $0 }) { throw error }
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
                try await attache.time.sleep(until: attache.time.now + drainTimeout)
                isOverdue.withLock { $0 = true }
                if await cancelRemainingWork() { isIncomplete.withLock { $0 = true } }
                try await attache.time.sleep(until: attache.time.now + Self.grace)
                connections.closeAll()
                return .timedOut
            }
            while let event = try await tasks.next(), event == .stoppedListening {}
            tasks.cancelAll()
            // Whoever was cancelled has nothing to say.
            while (try? await tasks.next()) != nil {}
            return isIncomplete.withLock { $0 } ? .incomplete : .drained
        }
    }

    /// Lets everything that waits have its answer now: plain text for what loads, 503 for what has not begun. Whoever does
    /// not take the answers is left to himself.
    ///
    /// - Returns: Whether work was left.
    private func cancelRemainingWork() async -> Bool {
        let load = queue.load
        let left = connections.closeStalled()
        log.write(.warning, "the time to end is over: transfers are ended") { line in
            line.member("working", load.working)
            line.member("waiting", load.waiting)
            line.member("connections", left)
        }
        queue.close()
        await attache.endTransfers()
        return left > 0 || load.working > 0 || load.waiting > 0
    }
}

/// Hears what the system tells the process: SIGHUP to reload, SIGTERM and SIGINT to end, and either again to end at once.
///
/// Nothing is waited for here, so that whatever takes long keeps no later signal from being heard.
struct SignalHandler: Sendable {
    let reload: @Sendable () -> Void
    let end: @Sendable () async -> Void

    /// Listens until its task is cancelled.
    ///
    /// - Parameter signals: What is heard; it has been listening since before anything was served.
    func run(_ signals: UnixSignalsSequence) async {
        var isEnding = false
        for await signal in signals {
            if signal == .sighup {
                reload()
            } else if isEnding {
                // Whoever asks twice waits for nothing, not even for what runs at an ordinary end.
                _exit(128 + (signal == .sigint ? SIGINT : SIGTERM))
            } else {
                isEnding = true
                await end()
            }
        }
    }

    /// Starts to hear the signals.
    static func signals() async -> UnixSignalsSequence {
        await UnixSignalsSequence(trapping: .sighup, .sigterm, .sigint)
    }
}
