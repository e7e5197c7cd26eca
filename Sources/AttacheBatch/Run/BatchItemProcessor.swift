import Attache
import AttacheCore
import AttacheDatabase
import AttacheSystem
import MediaStore

/// Processes the items of a batch; an item that needs media waits for a permit of its host.
struct BatchItemProcessor: ItemProcessing {
    typealias Chunk = BatchChunk

    struct Prepared: Sendable {
        let item: BatchItem
        let pending: PendingItem
        let readCount: Int
    }

    enum Output: Sendable {
        case completed(CompletedItem)
        /// The checkpoints of a chunk, before its items.
        case checkpoints([BatchChunk.Checkpoint])
        /// The item is left for another run.
        case dropped
    }

    let attache: Attache
    let format: @Sendable (RewriteResult) -> [UInt8]
    /// Whether the line of an attached push is its payload.
    let emitsPayloads: Bool
    let limiter: HostConcurrencyLimiter
    let progress: BatchProgress

    func begin(_ item: BatchChunk.Item) -> BeginResult<Prepared, Output> {
        switch item {
        case .checkpoints(let checkpoints):
            return .finished(.checkpoints(checkpoints))
        case .item(let item, let readCount):
            if item.isReused, case .bytes(let line) = item.content {
                return .finished(.completed(CompletedItem(kept: line, of: item, readCount: readCount)))
            }
            let input = InputItem(
                source: item.input.entry.source,
                line: item.line == 0 ? nil : item.line,
                content: item.content,
                arrival: attache.time.now
            )
            switch attache.pipeline.begin(input) {
            case .finished(let result):
                return .finished(completed(item, result, readCount: readCount, holdsPermit: false))
            case .needsMedia(let pending):
                return .needsMedia(Prepared(item: item, pending: pending, readCount: readCount))
            }
        }
    }

    var executors: PayloadExecutors { attache.pipeline.executors }

    func executor(of prepared: Prepared) -> (any TaskExecutor)? { attache.pipeline.executor(of: prepared.pending) }

    func appendDirectly(from chunk: inout BatchChunk, to batch: inout some ResultBatch<Output>) -> DirectCount {
        guard emitsPayloads, let direct = attache.pipeline.direct else { return DirectCount() }
        return direct.withReader { reader in
            var count = DirectCount()
            var began = attache.time.now
            while let (item, readCount) = chunk.following, !item.isReused, case .bytes(let payload) = item.content,
                let (known, line) = reader.read(payload)
            {
                var record = known
                // Each item begins when the one before it ends.
                let now = attache.time.now
                record.timing.total = began.duration(to: now)
                began = now
                chunk.takenCount += 1
                count.items += 1
                count.cost += item.cost
                batch.append(
                    .completed(
                        CompletedItem(item: item, record: record, line: line, holdsPermit: false, readCount: readCount)
                    )
                )
            }
            return count
        }
    }

    func finish(_ prepared: Prepared) async -> Output {
        let host = prepared.pending.host
        guard await limiter.acquire(host) else { return .dropped }
        progress.noteBegun()
        // The deadline starts with the permit: the wait belongs to this run, not to the device.
        let result = await attache.pipeline.finish(prepared.pending.restarting(at: attache.time.now))
        limiter.releaseHost(host)
        // A result that asked no origin is soon made again if it is lost before its commit.
        let holdsPermit = result.traces.contains(where: \.askedOrigin)
        if !holdsPermit {
            limiter.release(1)
            progress.noteReleased()
        }
        return completed(prepared.item, result, readCount: prepared.readCount, holdsPermit: holdsPermit)
    }

    private func completed(
        _ item: BatchItem,
        _ result: RewriteResult,
        readCount: Int,
        holdsPermit: Bool
    ) -> Output {
        .completed(
            CompletedItem(
                item: item,
                record: ItemRecord(result),
                line: format(result),
                holdsPermit: holdsPermit,
                readCount: readCount
            )
        )
    }
}

/// Items that are committed together.
struct CommitGroup: ResultBatch {
    var items: [CompletedItem] = []
    var checkpoints: [BatchChunk.Checkpoint] = []
    /// The number of items that hold permits until the commit.
    private var permitCount = 0
    /// Whether items are left for another run.
    private(set) var hasDropped = false

    var isEmpty: Bool { items.isEmpty && checkpoints.isEmpty }

    init(items: [CompletedItem] = [], checkpoints: [BatchChunk.Checkpoint] = []) {
        self.items = items
        self.checkpoints = checkpoints
        permitCount = items.count(where: \.holdsPermit)
    }

    var heldCount: Int? { permitCount }

    /// The SHA-256 of the attached files.
    var mediaDigests: Set<String> {
        var verdicts: Set<ObjectIdentifier> = []
        var digests: Set<String> = []
        for item in items {
            // Most items share their verdict with many others.
            if let verdict = item.record.verdict, !verdicts.insert(ObjectIdentifier(verdict)).inserted { continue }
            for attachment in item.record.attachments { digests.insert(attachment.file.sha256) }
        }
        return digests
    }

    mutating func append(_ output: BatchItemProcessor.Output) {
        switch output {
        case .completed(let item):
            items.append(item)
            if item.holdsPermit { permitCount += 1 }
        case .checkpoints(let news): checkpoints += news
        case .dropped: hasDropped = true
        }
    }

    mutating func append(contentsOf next: consuming CommitGroup) {
        items += next.items
        checkpoints += next.checkpoints
        permitCount += next.permitCount
        hasDropped = hasDropped || next.hasDropped
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
    /// Whether it failed for a temporary cause, so that another run retries it.
    let isFault: Bool
    /// Its row of the ledger; `nil` when the ledger has it.
    let row: LedgerItem?

    init(item: BatchItem, record: ItemRecord, line: [UInt8], holdsPermit: Bool, readCount: Int) {
        self.item = item
        self.record = record
        self.line = line
        self.holdsPermit = holdsPermit
        self.readCount = readCount
        isFault = record.reasons.contains { ReasonCode.retriedOnResume.contains($0.code) }
        row =
            item.isReused
            ? nil
            : LedgerItem(
                sequence: item.sequence,
                line: item.line,
                record: record,
                faultDigest: isFault ? item.payloadDigest : nil
            )
    }

    /// Creates an item from the result of an earlier pass, which the ledger already has.
    convenience init(kept line: [UInt8], of item: BatchItem, readCount: Int) {
        let record = ItemRecord(source: "", outcome: .untouched)
        self.init(item: item, record: record, line: line, holdsPermit: false, readCount: readCount)
    }
}

extension BatchItem {
    /// The SHA-256 of its payload, if any.
    fileprivate var payloadDigest: [UInt8]? {
        guard case .bytes(let payload) = content else { return nil }
        return RunningDigest.of(payload)
    }
}
