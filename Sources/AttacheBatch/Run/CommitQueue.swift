import AttacheCore
import AttacheSystem
import MediaStore

/// A queue that groups finished items for a common commit: one group gathers while another is written, and a small
/// group waits a moment for more, since a commit costs the disk as much for one item as for many.
final class CommitQueue: Sendable {
    struct Group: Sendable {
        var items: [CompletedItem] = []
        var checkpoints: [BatchChunk.Checkpoint] = []

        var isEmpty: Bool { items.isEmpty && checkpoints.isEmpty }
        var count: Int { items.count + checkpoints.count }
    }

    private struct State {
        var group = Group()
        var isClosed = false
        var waiter: Waiter<Void>?
        /// The group size that the waiter waits for.
        var wanted = 1

        /// Whether a waiter for `count` entries has to wait.
        func isWaiting(for count: Int) -> Bool { !isClosed && group.count < count }
    }

    private let state = Locked(State())
    /// The size of a group that does not wait for more, at least 1.
    private let enough: Int
    /// The time that a smaller group waits for more.
    private let delay: Duration
    private let time: any TimeSource

    init(enough: Int, delay: Duration, time: any TimeSource) {
        self.enough = enough
        self.delay = delay
        self.time = time
    }

    func put(_ items: [CompletedItem], checkpoints: [BatchChunk.Checkpoint] = []) {
        let waiter = state.withLock { state in
            state.group.items += items
            state.group.checkpoints += checkpoints
            return state.isWaiting(for: state.wanted) ? nil : state.waiter.take()
        }
        waiter?.resume()
    }

    func close() {
        let waiter = state.withLock { state in
            state.isClosed = true
            return state.waiter.take()
        }
        waiter?.resume()
    }

    /// Returns the next group, at most `delay` after its first item, or `nil` when the queue is closed and empty. Only
    /// one task at a time may wait.
    func next() async -> Group? {
        // The timer of the last group may fire late; a waiter for the first item then finds nothing and waits again.
        while state.withLock({ $0.isWaiting(for: 1) }) { await wait(for: 1) }
        if state.withLock({ $0.isWaiting(for: enough) }) {
            let alarm = Task { [time, delay, state] in
                guard (try? await time.sleep(until: time.now + delay)) != nil else { return }
                state.withLock { $0.waiter.take() }?.resume()
            }
            await wait(for: enough)
            alarm.cancel()
        }
        return state.withLock { state in
            defer { state.group = Group() }
            return state.group.isEmpty ? nil : state.group
        }
    }

    /// Waits until `count` entries are present, the queue is closed, or the timer resumes the waiter.
    private func wait(for count: Int) async {
        let waiter = state.withLock { state -> Waiter<Void>? in
            guard state.isWaiting(for: count) else { return nil }
            state.wanted = count
            state.waiter = Waiter()
            return state.waiter
        }
        await waiter?.wait()
    }
}

/// An item with its result, between processing and commit.
///
/// A class, so that passing it on does not retain and release each of its members.
final class CompletedItem: Sendable {
    let item: BatchItem
    let record: ItemRecord
    /// The line of the output, with its line feed.
    let line: [UInt8]
    /// Whether it holds a permit of `HostConcurrencyLimiter`.
    let holdsPermit: Bool
    /// Bytes of the input that count as done with it, for progress.
    let readCount: Int

    init(item: BatchItem, record: ItemRecord, line: [UInt8], holdsPermit: Bool, readCount: Int) {
        self.item = item
        self.record = record
        self.line = line
        self.holdsPermit = holdsPermit
        self.readCount = readCount
    }

    /// Creates an item from the result of an earlier pass, which the ledger already has.
    convenience init(kept line: [UInt8], of item: BatchItem, readCount: Int) {
        let record = ItemRecord(source: "", outcome: .untouched)
        self.init(item: item, record: record, line: line, holdsPermit: false, readCount: readCount)
    }

    /// Whether it failed for a temporary cause, so that another run retries it.
    var isFault: Bool { record.reasons.contains { ReasonCode.retriedOnResume.contains($0.code) } }

    var payloadDigest: [UInt8]? {
        guard case .bytes(let payload) = item.content else { return nil }
        var digest = RunningDigest()
        digest.update(payload[...])
        return digest.value
    }
}
