/// Items that came in together and are worked on in one go: one item, or all the lines that were at hand.
package struct ItemChunk: Sendable {
    private let source: String
    private let text: [UInt8]
    private let limit: Int
    private let received: ContinuousClock.Instant?
    private var line: Int
    private var offset = 0
    private var single: InputItem?

    /// Creates a unit of one item.
    ///
    /// - Parameter item: The item.
    package init(_ item: InputItem) {
        source = item.origin.name
        text = []
        limit = 0
        received = nil
        line = 0
        single = item
    }

    /// Creates a unit of lines.
    ///
    /// - Parameters:
    ///   - text: Whole lines; the last one may lack its line feed. Blank ones are passed over.
    ///   - source: The input's name.
    ///   - line: How many of the input's lines come before these.
    ///   - limit: The most bytes a payload may have.
    ///   - received: When the lines came in; `nil` for when it is their turn.
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

    /// Whether every item has been taken.
    package var isEmpty: Bool { single == nil && offset == text.count }

    /// Takes the next item.
    ///
    /// - Parameter now: When its time begins.
    /// - Returns: The item, or `nil` when all have been taken.
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

    /// Goes to the next line that holds anything but white space.
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
    /// Where a byte stands next.
    ///
    /// - Parameters:
    ///   - byte: What to look for.
    ///   - start: Where to begin, at most `count`.
    /// - Returns: Its offset, or `count` when it does not come.
    package func firstIndex(of byte: UInt8, from start: Int) -> Int {
        let pattern = UInt64(byte) &* 0x0101_0101_0101_0101
        var index = start
        while count &- index >= 8 {
            // A byte that is equal becomes zero, and only a zero borrows: the lowest hit is always a true one.
            let difference = word(at: index) ^ pattern
            let hits = (difference &- 0x0101_0101_0101_0101) & ~difference & 0x8080_8080_8080_8080
            if hits != 0 { return index &+ hits.trailingZeroBitCount / 8 }
            index &+= 8
        }
        while index < count, self[index] != byte { index &+= 1 }
        return index
    }

    /// Cuts off the complete lines at the front.
    ///
    /// - Parameters:
    ///   - start: Where to begin, at most `count`.
    ///   - limit: How many lines to take at most, 1 or more.
    /// - Returns: Where the lines end, behind a line feed, and how many they are; `start` and 0 when none is complete.
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
