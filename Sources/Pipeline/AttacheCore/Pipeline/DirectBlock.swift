/// Consecutive payloads that known verdicts attach, in columns: an object for each of them would cost more than its
/// processing.
package struct DirectBlock: Sendable {
    /// A record that payloads of the block share.
    package struct Shared: Sendable {
        /// Without source and total time.
        package let record: ItemRecord
        /// The index of the first payload with it.
        package let first: Int
        /// The number of payloads with it.
        package fileprivate(set) var count = 1
    }

    /// The payload of each item and a line feed.
    package private(set) var text: [UInt8] = []
    /// The records, in the order of their first payloads.
    package private(set) var records: [Shared] = []
    /// The index of each payload's record.
    package private(set) var recordIndices: [Int] = []
    /// The total time of each payload.
    package private(set) var times: [Duration] = []
    /// The end of each line in `text`.
    private var ends: [Int] = []

    package init() {}

    package var count: Int { recordIndices.count }

    /// Returns the record of a payload, without its source.
    package func record(at index: Int) -> ItemRecord {
        var record = records[recordIndices[index]].record
        record.timing.total = times[index]
        return record
    }

    /// Returns the line of a payload, with its line feed.
    package func line(at index: Int) -> [UInt8] {
        Array(text[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }

    /// Adds a record of the payloads that follow; returns its index.
    package mutating func add(_ record: ItemRecord) -> Int {
        records.append(Shared(record: record, first: count, count: 0))
        return records.count - 1
    }

    /// Adds a payload; `write` appends its text without a line feed.
    package mutating func append(recordIndex: Int, time: Duration, write: (inout [UInt8]) -> Void) {
        write(&text)
        text.append(JSONByte.lineFeed)
        ends.append(text.count)
        records[recordIndex].count += 1
        recordIndices.append(recordIndex)
        times.append(time)
    }
}
