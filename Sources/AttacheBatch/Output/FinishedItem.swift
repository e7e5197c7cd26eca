import AttacheCore
import MediaStore

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
