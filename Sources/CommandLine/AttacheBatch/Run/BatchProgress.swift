package import AttacheCore
import AttacheDatabase
package import AttacheReports
import AttacheSystem
import SystemPackage

/// The progress of a batch, to be polled for display.
package final class BatchProgress: Sendable {
    package struct Snapshot: Sendable {
        /// Items that this process finished and committed, by outcome.
        package var outcomes = OutcomeCounts()
        /// Bytes of the inputs that are done, including those of earlier processes.
        package var readCount = 0
        /// Bytes among them that an earlier process finished; they do not count towards the pace.
        package var earlierCount = 0
        /// Bytes of all inputs, once known.
        package var totalCount: Int?
        /// Items that have a permit to load their media and are not committed.
        package var runningCount = 0
        /// The slowest host so far, by 95th percentile.
        package var slowest: HostTally?
    }

    private struct State {
        var snapshot = Snapshot()
        var hosts = HostTable()
        /// The totals of the only input with items so far; `nil` for several inputs, whose order only the ledger knows.
        var totals: RunTotals?
        /// The number of that input.
        var input: Int64?

        mutating func note(_ item: CompletedItem) {
            snapshot.readCount += item.readCount
            if item.holdsPermit { snapshot.runningCount -= 1 }
            // An earlier run counted it.
            guard !item.item.isReused else {
                snapshot.earlierCount += item.readCount
                return
            }
            snapshot.outcomes[item.record.outcome] += 1
            begin(item.item.input)
            totals?.add(item.record, at: item.item.sequence, source: item.item.source.description)
            for trace in item.record.traces { hosts.add(trace) }
        }

        private mutating func begin(_ input: BatchInput) {
            if self.input ?? input.state.number != input.state.number { totals = nil }
            self.input = input.state.number
        }
    }

    /// The form of URLs in the ledger and in reports.
    package let urls: URLForm
    private let state: Locked<State>

    /// Creates the progress of a run whose reports show URLs in a form.
    package init(urls: URLForm = .withoutQuery) {
        self.urls = urls
        state = Locked(State(totals: RunTotals(urls: urls)))
    }

    /// The current progress. It examines all hosts, so poll it only a few times a second.
    package var snapshot: Snapshot {
        let (snapshot, hosts) = state.withLock { ($0.snapshot, $0.hosts) }
        var current = snapshot
        current.slowest = hosts.slowest(1).first
        return current
    }

    /// Adds bytes of the inputs that an earlier process finished and this one skipped.
    func noteEarlier(_ byteCount: Int) {
        state.withLock { state in
            state.snapshot.readCount += byteCount
            state.snapshot.earlierCount += byteCount
        }
    }

    /// Counts an item that begins to load its media.
    func noteBegun() { state.withLock { $0.snapshot.runningCount += 1 } }

    /// Counts an item that needs its permit no more, before its commit.
    func noteReleased() { state.withLock { $0.snapshot.runningCount -= 1 } }

    /// The number of items that have a permit to load their media and are not committed.
    package var runningCount: Int { state.withLock { $0.snapshot.runningCount } }

    /// The totals of the items of this process, if they are those of one input.
    var totals: RunTotals? { state.withLock { $0.totals } }

    func noteTotal(_ byteCount: Int?) { state.withLock { $0.snapshot.totalCount = byteCount } }

    func noteCommitted(_ items: [CompletedItem]) {
        state.withLock { state in
            for item in items { state.note(item) }
        }
    }
}

/// The result of a batch; it keeps the output directory locked until it is released.
package struct BatchResult: Sendable {
    /// Whether the run was stopped before all items were finished.
    package let isInterrupted: Bool
    /// Messages about inputs that could not be read because of this machine; another run retries them.
    package let faults: [String]
    /// Messages about outputs that could not be renamed into place.
    package let problems: [String]
    /// The totals of all items, where they are known without reading the ledger.
    package let totals: RunTotals?
    private let ledger: RunLedger
    private let output: OutputDirectory

    init(
        isInterrupted: Bool,
        faults: [String],
        problems: [String],
        totals: RunTotals?,
        ledger: RunLedger,
        output: OutputDirectory
    ) {
        self.isInterrupted = isInterrupted
        self.faults = faults
        self.problems = problems
        self.totals = totals
        self.ledger = ledger
        self.output = output
    }

    /// Passes every finished item of the run, including those of earlier processes, to `body`: the record, the path of
    /// its output below the output directory, and whether an earlier process finished it. It blocks.
    ///
    /// After a complete walk of the inputs, items of removed inputs are left out.
    package func eachItem(_ body: (ItemRecord, String?, Bool) throws -> Void) throws {
        // The ledger converts every error that passes through it to its own.
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
