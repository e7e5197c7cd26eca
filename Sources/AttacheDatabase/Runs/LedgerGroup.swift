package import AttacheCore

/// What becomes part of the ledger at once, or not at all.
package struct LedgerGroup: Sendable {
    /// The news of one input.
    package struct Entry: Sendable {
        /// How far it has come with them.
        package var state: InputState
        /// Items that are finished.
        package var items: [LedgerItem] = []
        /// Results that wait for their turn.
        package var waiting: [PendingLine] = []

        /// Creates an entry without items.
        ///
        /// - Parameter state: How far the input has come.
        package init(state: InputState) {
            self.state = state
        }
    }

    /// The inputs with news.
    package var entries: [Entry] = []

    /// Creates an empty group.
    package init() {}
}

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

/// A result that is finished before one that stands before it in the output; it waits in the ledger for its turn.
package struct PendingLine: Sendable, Equatable {
    /// Its place among the items of its input, from 0.
    package var sequence: Int
    /// Its line in the input, from 1.
    package var line: Int
    /// Where the item ends in the input, in bytes.
    package var end: Int
    /// The output, its line feed included.
    package var bytes: [UInt8]

    /// Creates a waiting result.
    ///
    /// - Parameters:
    ///   - sequence: Its place among the items of its input, from 0.
    ///   - line: Its line in the input, from 1.
    ///   - end: Where the item ends in the input, in bytes.
    ///   - bytes: The output, its line feed included.
    package init(sequence: Int, line: Int, end: Int, bytes: [UInt8]) {
        self.sequence = sequence
        self.line = line
        self.end = end
        self.bytes = bytes
    }
}
