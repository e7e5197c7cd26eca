/// A unit of work: a single item, or consecutive lines of an input.
package struct ItemChunk: Sendable {
    private let source: String
    private let text: [UInt8]
    private let limit: Int
    private let received: ContinuousClock.Instant?
    private var line: Int
    private var offset = 0
    private var single: InputItem?

    /// Creates a chunk of one item.
    package init(_ item: InputItem) {
        source = item.origin.name
        text = []
        limit = 0
        received = nil
        line = 0
        single = item
    }

    /// Creates a chunk of lines.
    ///
    /// - Parameters:
    ///   - text: Complete lines; the last one may lack its line feed. Blank lines are skipped.
    ///   - source: The input's name.
    ///   - line: Number of lines of the input before these.
    ///   - limit: Limit of a payload in bytes.
    ///   - received: The instant the lines were received; `nil` for the start of their processing.
    package init(
        lines text: [UInt8],
        of source: String,
        after line: Int,
        limit: Int,
        received: ContinuousClock.Instant? = nil
    ) {
        self.source = source
        self.text = text
        self.limit = limit
        self.received = received
        self.line = line
        skipBlankLines()
    }

    package var isEmpty: Bool { single == nil && offset == text.count }

    /// Removes the next item, whose timeout runs from `now`; `nil` at the end.
    package mutating func next(at now: ContinuousClock.Instant) -> InputItem? {
        if var item = single {
            single = nil
            item.arrival = now
            return item
        }
        guard offset < text.count else { return nil }
        let end = text.span.firstIndex(of: JSONByte.lineFeed, from: offset)
        let payload = text[offset..<end]
        offset = min(end + 1, text.count)
        line += 1
        let number = line
        skipBlankLines()
        return InputItem(
            source: source,
            line: number,
            content: payload.count > limit ? .tooLong(limit: limit) : .bytes(Array(payload)),
            arrival: now,
            received: received
        )
    }

    /// Skips lines of white space only.
    private mutating func skipBlankLines() {
        var index = offset
        while index < text.count, JSONByte.isWhiteSpace(text[index]) {
            if text[index] == JSONByte.lineFeed {
                offset = index + 1
                line += 1
            }
            index += 1
        }
        if index == text.count { offset = index }
    }
}

extension Span<UInt8> {
    /// The offset of the next `byte` from `start`, which is at most `count`; `count` when there is none.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            // An equal byte becomes zero, and only a zero borrows: the lowest hit is always a true one.
            let difference = word(at: index) ^ pattern
            let hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// Finds up to `limit` complete lines from `start`. Returns the offset after their last line feed and their number;
    /// `start` and 0 when there is none.
    package func completeLines(from start: Int, limit: Int) -> (end: Int, lineCount: Int) {
        var end = start
        var lineCount = 0
        var index = start
        while lineCount < limit {
            index = firstIndex(of: 0x0A, from: index)
            guard index < count else { break }
            index &+= 1
            end = index
            lineCount &+= 1
        }
        return (end, lineCount)
    }
}
