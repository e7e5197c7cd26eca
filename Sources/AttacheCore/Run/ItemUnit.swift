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
