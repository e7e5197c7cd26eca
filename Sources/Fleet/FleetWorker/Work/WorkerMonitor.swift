import AttacheSystem

/// The present figures of a worker, for metrics: they may be read on any thread, before, during and after its run.
package final class WorkerMonitor: Sendable {
    /// In a structure: a closure that is the value of a lock itself gains a wrapper at each access, until its call
    /// overflows the stack.
    private struct Source: Sendable {
        let read: @Sendable () -> WorkerFigures
    }

    private let source = Locked<Source?>(nil)

    package init() {}

    package var figures: WorkerFigures {
        // Read outside of the lock, since it takes others.
        let source = source.withLock { $0 }
        return source?.read() ?? WorkerFigures()
    }

    func follow(_ figures: @escaping @Sendable () -> WorkerFigures) {
        source.withLock { $0 = Source(read: figures) }
    }
}

/// What a worker holds and has done.
package struct WorkerFigures: Sendable, Equatable {
    package var totals = WorkerTotals()
    /// Payloads that were delivered and have no settlement yet.
    package var heldCount = 0
    /// The bytes of their bodies.
    package var heldByteCount = 0
    /// Messages at the consumers, after the last delivery of each: the lag of the fleet.
    package var backlog = 0
    package var isConnected = false
}
