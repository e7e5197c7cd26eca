import AttacheCore
import AttacheSystem
import MediaStore

/// Where finished items wait until they are committed together: while one group is on its way to the disk, the next
/// gathers, and a small one waits a moment for more, since a commit costs the disk as much for one item as for many.
final class CommitQueue: Sendable {
    /// What is committed at once.
    struct Group: Sendable {
        var items: [CompletedItem] = []
        var checkpoints: [BatchChunk.Checkpoint] = []

        var isEmpty: Bool { items.isEmpty && checkpoints.isEmpty }
        var count: Int { items.count + checkpoints.count }
    }

    fileprivate struct State {
        var group = Group()
        var isClosed = false
        var waiter: CheckedContinuation<Void, Never>?
        /// How many the waiter waits for.
        var wanted = 1
    }

    private let state = Locked(State())
    private let enough: Int
    private let delay: Duration
    private let time: any TimeSource

    /// Creates an empty inbox.
    ///
    /// - Parameters:
    ///   - enough: So many items and marks are a group that waits for no more, at least 1.
    ///   - delay: How long a smaller group waits for more after its first was seen.
    ///   - time: The clock that it waits by.
    init(enough: Int, delay: Duration, time: any TimeSource) {
        self.enough = enough
        self.delay = delay
        self.time = time
    }

    /// Adds items and marks.
    func put(_ items: [CompletedItem], checkpoints: [BatchChunk.Checkpoint] = []) {
        let waiter = state.withLock { state in
            state.group.items += items
            state.group.checkpoints += checkpoints
            return state.isWaiting(for: state.wanted) ? nil : state.takeWaiter()
        }
        waiter?.resume()
    }

    /// Nothing more will be added.
    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.takeWaiter()
        }
        waiter?.resume()
    }

    /// The next group, at most its patience after there is one; `nil` when the inbox is closed and empty. One task at a
    /// time may wait.
    func next() async -> Group? {
        // An alarm of the last group may ring late; whoever waits for the first item then finds nothing and waits again.
        while state.withLock({ $0.isWaiting(for: 1) }) { await wait(for: 1) }
        if state.withLock({ $0.isWaiting(for: enough) }) {
            let alarm = Task { [time, delay, state] in
                guard (try? await time.sleep(until: time.now + delay)) != nil else { return }
                state.withLock { $0.takeWaiter() }?.resume()
            }
            await wait(for: enough)
            alarm.cancel()
        }
        return state.withLock { state in
            defer { state.group = Group() }
            return state.group.isEmpty ? nil : state.group
        }
    }

    /// Waits until so many are there, the inbox is closed, or somebody takes the waiter.
    private func wait(for count: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                guard state.isWaiting(for: count) else { return true }
                state.wanted = count
                state.waiter = continuation
                return false
            }
            if isReady { continuation.resume() }
        }
    }
}

extension CommitQueue.State {
    /// Whether somebody who wants so many has to wait.
    fileprivate func isWaiting(for count: Int) -> Bool { !isClosed && group.count < count }

    fileprivate mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
        defer { waiter = nil }
        return waiter
    }
}

/// An item with its result, on its way to the output and the ledger.
///
/// A class, since it goes through several hands, and what is in it need not be counted again each time.
final class CompletedItem: Sendable {
    let item: BatchItem
    let record: ItemRecord
    /// The line of the output, its line feed included.
    let line: [UInt8]
    /// Whether it holds a place among the items that ask origins.
    let holdsPermit: Bool
    /// Bytes of the input that count as done with it, for the progress.
    let readCount: Int

    init(item: BatchItem, record: ItemRecord, line: [UInt8], holdsPermit: Bool, readCount: Int) {
        self.item = item
        self.record = record
        self.line = line
        self.holdsPermit = holdsPermit
        self.readCount = readCount
    }

    /// Takes the result of an earlier pass over, of which the ledger knows.
    convenience init(kept line: [UInt8], of item: BatchItem, readCount: Int) {
        let record = ItemRecord(source: "", outcome: .untouched)
        self.init(item: item, record: record, line: line, holdsPermit: false, readCount: readCount)
    }

    /// Whether it failed for want of something that another run may have, which therefore does it again.
    var isFault: Bool { record.reasons.contains { ReasonCode.retriedOnResume.contains($0.code) } }

    /// SHA-256 of its payload, where there is one.
    var payloadDigest: [UInt8]? {
        guard case .bytes(let payload) = item.content else { return nil }
        var digest = RunningDigest()
        digest.update(payload[...])
        return digest.value
    }
}
