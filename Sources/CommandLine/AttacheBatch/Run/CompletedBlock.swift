import AttacheCore

/// Consecutive items of one input that known verdicts attach, between processing and commit.
struct CompletedBlock: Sendable {
    let input: BatchInput
    /// The index of the first item among those of its input, from 0.
    let sequence: Int
    /// The line number of the first item, from 1; 0 where the input is one value.
    let line: Int
    /// The lines of the output, and the records.
    var direct: DirectBlock
    /// The end offset of each item in the input, in bytes.
    private(set) var ends: [Int] = []
    /// Bytes of the input that count as done with the block, for progress.
    private(set) var readCount = 0

    /// Creates an empty block that begins with an item.
    init(_ first: BatchItem, text: DirectBlock) {
        input = first.input
        sequence = first.sequence
        line = first.line
        direct = text
    }

    var count: Int { ends.count }

    /// Whether an item can be the next one.
    func isFollowed(by item: BatchItem) -> Bool {
        item.input === input && item.sequence == sequence + count && item.line == line + count
    }

    mutating func add(_ item: BatchItem, readCount: Int) {
        ends.append(item.end)
        self.readCount += readCount
    }

    /// The items one by one, for a place where they cannot stay together.
    var items: [CompletedItem] {
        ends.indices.map { index in
            let item = BatchItem(
                input: input,
                sequence: sequence + index,
                line: line == 0 ? 0 : line + index,
                end: ends[index],
                content: .bytes([])
            )
            let (record, line) = (direct.record(at: index), direct.line(at: index))
            return CompletedItem(item: item, record: record, line: line, holdsPermit: false, readCount: 0)
        }
    }
}
