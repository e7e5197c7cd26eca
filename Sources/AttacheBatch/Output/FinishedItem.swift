import AttacheCore

/// An item with its result, on its way to the output and the ledger.
struct FinishedItem: Sendable {
    let item: BatchItem
    let record: ItemRecord
    /// The line of the output, its line feed included.
    let line: [UInt8]
    /// Whether it holds a place among the items that ask origins.
    let hasTurn: Bool
    /// Bytes of the input that count as done with it, for the progress.
    let readCount: Int

    /// Whether a fault of this machine decided it, so that another run does it again.
    var isFault: Bool { record.reasons.contains { $0.code == .attachStoreFailed } }
}
