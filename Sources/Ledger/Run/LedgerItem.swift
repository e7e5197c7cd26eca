package import AttacheCore

/// One finished item on its way into the ledger.
///
/// A class, since groups hold it by the thousand, and what is in it need not be counted again each time.
package final class LedgerItem: Sendable {
    /// Its place among the items of its input, from 0.
    package let sequence: Int
    /// Its line in the input, from 1; 0 where the input is one value.
    package let line: Int
    /// What became of it.
    package let record: ItemRecord
    /// SHA-256 of its payload where another run is to do it again, `nil` where it is done.
    package let faultDigest: [UInt8]?

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - sequence: Its place among the items of its input, from 0.
    ///   - line: Its line in the input, from 1; 0 where the input is one value.
    ///   - record: What became of it.
    ///   - faultDigest: SHA-256 of its payload where another run is to do it again, `nil` where it is done.
    package init(sequence: Int, line: Int, record: ItemRecord, faultDigest: [UInt8]? = nil) {
        self.sequence = sequence
        self.line = line
        self.record = record
        self.faultDigest = faultDigest
    }
}
