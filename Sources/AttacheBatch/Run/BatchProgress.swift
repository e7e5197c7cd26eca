package import AttacheCore
import AttacheThreads

/// How far a batch is; asked by whoever shows it.
package final class BatchProgress: Sendable {
    /// Numbers at one moment.
    package struct Snapshot: Sendable {
        /// Items that are finished and committed by this process.
        package var items = 0
        /// The same by outcome.
        package var outcomes: [Outcome: Int] = [:]
        /// Bytes of the inputs that finished items took.
        package var readCount = 0
        /// Bytes of all inputs, when that is known.
        package var totalCount: Int?
        /// The host with the longest transfer so far, and its duration.
        package var slowest: (host: String, transfer: Duration)?
    }

    private let state = Locked(Snapshot())

    /// Begins with nothing done.
    package init() {}

    /// The numbers now.
    package var snapshot: Snapshot { state.withLock { $0 } }

    func noteRead(_ byteCount: Int) { state.withLock { $0.readCount += byteCount } }

    func noteTotal(_ byteCount: Int?) { state.withLock { $0.totalCount = byteCount } }

    func noteCommitted(_ items: [FinishedItem]) {
        state.withLock { state in
            for item in items {
                state.readCount += item.readCount
                // An earlier run counted it.
                guard !item.item.isKept else { continue }
                state.items += 1
                state.outcomes[item.record.outcome, default: 0] += 1
                for trace in item.record.traces where trace.supply == .transferred {
                    guard let host = trace.host, trace.transfer > state.slowest?.transfer ?? .zero else { continue }
                    state.slowest = (host, trace.transfer)
                }
            }
        }
    }
}
