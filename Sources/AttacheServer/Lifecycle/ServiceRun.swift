import Attache
import AttacheCore
import AttacheThreads
import Logging
import ServiceLifecycle
import UnixSignals

/// The service from its first connection to its last: it runs, hears signals, and sees to it that its end comes in time.
struct ServiceRun: Sendable {
    /// How long those have for their answers whose transfers were ended because the time was over.
    private static let grace = Duration.seconds(2)

    private enum Event: Sendable {
        case served
        case stoppedListening
        case outOfTime
    }

    let attache: Attache
    let queue: FairQueue
    let drainTimeout: Duration
    let log: ServiceLog

    /// Serves until a signal says to end.
    ///
    /// - Parameters:
    ///   - group: The services; each ends when it is told to.
    ///   - signals: What the system tells.
    ///   - reload: What is done on SIGHUP.
    /// - Returns: How it ended.
    /// - Throws: What a service throws, such as that the address is taken.
    func run(
        _ group: ServiceGroup,
        _ signals: UnixSignalsSequence,
        reload: @escaping @Sendable () async -> Void
    ) async throws -> ServiceEnd {
        let (ending, asksToEnd) = AsyncStream.makeStream(of: Void.self)
        let isOverdue = Locked(false)
        let watch = SignalWatch(reload: reload) { [log, drainTimeout] in
            log.write(.notice, "ending: what is under way is finished") { $0.member("timeout_ms", drainTimeout) }
            asksToEnd.yield()
            await group.triggerGracefulShutdown()
        }
        return try await withThrowingTaskGroup { tasks in
            tasks.addTask {
                do {
                    try await group.run()
                } catch {
                    // Cut off because it took too long, it ends with whatever error comes first.
                    if !isOverdue.withLock({ $0 }) { throw error }
                }
                return Event.served
            }
            tasks.addTask {
                await watch.run(signals)
                return Event.stoppedListening
            }
            tasks.addTask {
                guard await ending.first(where: { true }) != nil else { return .stoppedListening }
                try await attache.time.sleep(until: attache.time.now + drainTimeout)
                isOverdue.withLock { $0 = true }
                await endWork()
                try await attache.time.sleep(until: attache.time.now + Self.grace)
                return .outOfTime
            }
            while let event = try await tasks.next(), event == .stoppedListening {}
            tasks.cancelAll()
            // Whoever was cancelled has nothing to say.
            while (try? await tasks.next()) != nil {}
            return isOverdue.withLock { $0 } ? .cutShort : .drained
        }
    }

    /// Lets everything that waits have its answer now: plain text for what loads, 503 for what has not begun.
    private func endWork() async {
        let load = queue.load
        log.write(.warning, "the time to end is over: transfers are ended") { line in
            line.member("working", load.working)
            line.member("waiting", load.waiting)
        }
        queue.close()
        await attache.endTransfers()
    }
}
