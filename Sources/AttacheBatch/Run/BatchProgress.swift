import AttacheCore
package import AttacheReports
import AttacheThreads

/// How far a batch is; asked by whoever shows it.
package final class BatchProgress: Sendable {
    /// Numbers at one moment.
    package struct Snapshot: Sendable {
        /// Items that are finished and committed by this process, by outcome.
        package var outcomes = OutcomeCounts()
        /// Bytes of the inputs that are done, those of earlier processes included.
        package var readCount = 0
        /// Bytes among them that an earlier process had done; they say nothing of the pace.
        package var earlierCount = 0
        /// Bytes of all inputs, when that is known.
        package var totalCount: Int?
        /// The slowest host so far, by 95th percentile.
        package var slowest: HostTally?
    }

    private struct State {
        var snapshot = Snapshot()
        var hosts = HostTable()
    }

    private let state = Locked(State())

    /// Begins with nothing done.
    package init() {}

    /// The numbers now; it looks at all hosts, so ask a few times a second.
    package var snapshot: Snapshot {
        let (snapshot, hosts) = state.withLock { ($0.snapshot, $0.hosts) }
        var told = snapshot
        told.slowest = hosts.slowest(1).first
        return told
    }

    /// Bytes of the inputs that an earlier process had done were passed over.
    func noteEarlier(_ byteCount: Int) {
        state.withLock { state in
            state.snapshot.readCount += byteCount
            state.snapshot.earlierCount += byteCount
        }
    }

    func noteTotal(_ byteCount: Int?) { state.withLock { $0.snapshot.totalCount = byteCount } }

    func noteCommitted(_ items: [CompletedItem]) {
        state.withLock { state in
            for item in items {
                // An earlier run counted it.
                state.snapshot.readCount += item.readCount
                // An earlier run counted it.
                guard !item.item.isReused else {
                    state.snapshot.earlierCount += item.readCount
                    continue
                }
                state.snapshot.outcomes[item.record.outcome] += 1
                for trace in item.record.traces { state.hosts.add(trace) }
            }
        }
    }
}
