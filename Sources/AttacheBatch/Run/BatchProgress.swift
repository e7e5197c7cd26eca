package import AttacheCore
import AttacheDatabase
package import AttacheReports
import AttacheSystem
import SystemPackage

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

/// A batch that has ended; it holds the output directory until it is let go.
package struct BatchResult: Sendable {
    /// Whether it was stopped with items left.
    package let isInterrupted: Bool
    /// What this machine did not let the run read, a sentence each; another run goes on with it.
    package let faults: [String]
    /// Outputs that could not get their names, one sentence each.
    package let problems: [String]
    private let ledger: RunLedger
    private let output: OutputDirectory

    init(isInterrupted: Bool, faults: [String], problems: [String], ledger: RunLedger, output: OutputDirectory) {
        self.isInterrupted = isInterrupted
        self.faults = faults
        self.problems = problems
        self.ledger = ledger
        self.output = output
    }

    /// Goes through every finished item of the run, those of earlier processes included; it blocks.
    ///
    /// Inputs that are gone do not count once the whole input has been walked through.
    ///
    /// - Parameter body: Takes the record, the path of its output below the output directory, and whether an earlier
    ///   process finished it.
    /// - Throws: `BatchError` when the ledger cannot be read, or what `body` throws.
    package func eachItem(_ body: (ItemRecord, String?, Bool) throws -> Void) throws {
        // The ledger takes every error on its way through it for its own.
        var ownError: (any Error)?
        do throws(DatabaseFailure) {
            try ledger.eachItem(onlySeen: !isInterrupted && faults.isEmpty) { item in
                let output = item.output.flatMap(FilePath.init(bytes:)).map { String(decoding: $0) }
                do {
                    try body(item.record, output, item.isEarlier)
                } catch {
                    ownError = error
                    throw error
                }
            }
        } catch {
            throw ownError ?? BatchError(error)
        }
    }
}
