import AttacheCore
import AttacheSystem

/// The state of a worker's deliveries, shared by the thread that receives them and the tasks that process them.
final class WorkQueue: Sendable {
    private struct Shared {
        var state: WorkState
        /// The task that waits for work.
        var waiter: Waiter<Void>?
        var totals = WorkerTotals()
    }

    /// The number of deliveries that begin together: few, so that tenants take turns often.
    private static let chunkCount = 32

    private let shared: Locked<Shared>

    init(_ state: sending WorkState) {
        shared = Locked(Shared(state: state))
    }

    var totals: WorkerTotals { shared.withLock { $0.totals } }
    var figures: WorkerFigures {
        shared.withLock { shared in
            var figures = WorkerFigures()
            figures.totals = shared.totals
            figures.heldCount = shared.state.heldCount
            figures.heldByteCount = shared.state.heldByteCount
            figures.backlog = shared.state.backlog
            return figures
        }
    }

    var heldCount: Int { shared.withLock { $0.state.heldCount } }

    func count(_ change: (inout WorkerTotals) -> Void) { shared.withLock { change(&$0.totals) } }

    /// Reads or changes the state, and wakes the task that waits for work.
    func update<Value>(_ body: (inout WorkState) -> Value) -> Value {
        let (value, waiter) = shared.withLock { shared in (body(&shared.state), shared.waiter.take()) }
        waiter?.resume()
        return value
    }

    /// Reads or changes the state without new work.
    func read<Value>(_ body: (inout WorkState) -> Value) -> Value { shared.withLock { body(&$0.state) } }

    /// Waits for work; returns `nil` once the worker drains. Only one task may wait.
    func next(_ time: any TimeSource) async -> [PayloadDelivery]? {
        while true {
            let waiter = Waiter<Void>()
            let begun = shared.withLock { shared -> [PayloadDelivery]? in
                if shared.state.isDraining { return nil }
                let begun = shared.state.begin(Self.chunkCount, at: time.now)
                if begun.isEmpty { shared.waiter = waiter }
                return begun
            }
            guard let begun else { return nil }
            guard begun.isEmpty else { return begun }
            await waiter.wait()
        }
    }
}
