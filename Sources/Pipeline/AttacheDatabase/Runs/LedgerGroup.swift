package import AttacheCore

/// Changes that are committed to the ledger together.
package struct LedgerGroup: Sendable {
    package struct Entry: Sendable {
        package var state: InputState
        package var items: [LedgerItem] = []
        /// Results that wait for an earlier one.
        package var waiting: [PendingLine] = []

        package init(state: InputState) {
            self.state = state
        }
    }

    package var entries: [Entry] = []

    package init() {}
}

/// One finished item for the ledger.
///
/// A class, so that groups of thousands do not retain and release each of its members.
package final class LedgerItem: Sendable {
    /// The index among the items of its input, from 0.
    package let sequence: Int
    /// The line number, from 1; 0 where the input is one value.
    package let line: Int
    package let record: ItemRecord
    /// The SHA-256 of the payload of an item that another run retries; `nil` for a finished one.
    package let faultDigest: [UInt8]?
    /// The times of the record as the ledger has them; made where the item is, and not by the one thread that commits.
    let times: String

    package init(sequence: Int, line: Int, record: ItemRecord, faultDigest: [UInt8]? = nil) {
        self.sequence = sequence
        self.line = line
        self.record = record
        self.faultDigest = faultDigest
        times = RecordTimes.text(record)
    }
}

/// A result that is finished before an earlier one of the same output; it waits in the ledger.
package struct PendingLine: Sendable, Equatable {
    /// The index among the items of its input, from 0.
    package var sequence: Int
    /// The line number, from 1.
    package var line: Int
    /// The end offset of the item in the input, in bytes.
    package var end: Int
    /// The line of the output, with its line feed.
    package var bytes: [UInt8]

    package init(sequence: Int, line: Int, end: Int, bytes: [UInt8]) {
        self.sequence = sequence
        self.line = line
        self.end = end
        self.bytes = bytes
    }
}
