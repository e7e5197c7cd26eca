import AttacheCore

/// An item with its result, on its way to the output and the ledger.
///
/// A class, since it goes through several hands, and what is in it need not be counted again each time.
final class FinishedItem: Sendable {
    let item: BatchItem
    let record: ItemRecord
    /// The line of the output, its line feed included.
    let line: [UInt8]
    /// Whether it holds a place among the items that ask origins.
    let hasTurn: Bool
    /// Bytes of the input that count as done with it, for the progress.
    let readCount: Int

    init(item: BatchItem, record: ItemRecord, line: [UInt8], hasTurn: Bool, readCount: Int) {
        self.item = item
        self.record = record
        self.line = line
        self.hasTurn = hasTurn
        self.readCount = readCount
    }

    /// Whether a fault of this machine decided it, so that another run does it again.
    var isFault: Bool { record.reasons.contains { ReasonCode.machineFaults.contains($0.code) } }
}
