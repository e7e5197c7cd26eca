package import AttacheCore

/// One finished item on its way into the ledger.
package struct LedgerItem: Sendable {
    /// Its place among the items of its input, from 0.
    package var sequence: Int
    /// Its line in the input, from 1; 0 where the input is one value.
    package var line: Int
    /// What became of it.
    package var record: ItemRecord

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - sequence: Its place among the items of its input, from 0.
    ///   - line: Its line in the input, from 1; 0 where the input is one value.
    ///   - record: What became of it.
    package init(sequence: Int, line: Int, record: ItemRecord) {
        self.sequence = sequence
        self.line = line
        self.record = record
    }
}
