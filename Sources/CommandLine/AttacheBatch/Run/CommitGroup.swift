import AttacheCore
import AttacheDatabase
import MediaStore

/// Items that are committed together.
struct CommitGroup: ResultBatch {
    /// In the order in which they were completed.
    private(set) var items: [CompletedItem] = []
    private(set) var checkpoints: [BatchChunk.Checkpoint] = []
    /// The number of items that hold permits until the commit.
    private(set) var permitCount = 0
    /// Whether items are left for another run.
    private(set) var hasDropped = false

    var isEmpty: Bool { items.isEmpty && checkpoints.isEmpty }

    init(items: [CompletedItem] = [], checkpoints: [BatchChunk.Checkpoint] = []) {
        self.items = items
        self.checkpoints = checkpoints
        permitCount = items.count(where: \.holdsPermit)
    }

    /// The SHA-256 of the attached files.
    var mediaDigests: Set<String> {
        var known: Set<ObjectIdentifier> = []
        var digests: Set<String> = []
        for item in items {
            // Most items have the same files as many others.
            if let common = item.record.common, !known.insert(ObjectIdentifier(common)).inserted { continue }
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
