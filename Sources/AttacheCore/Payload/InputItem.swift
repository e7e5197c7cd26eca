/// One payload as it came in, before anybody looked at it.
package struct InputItem: Sendable {
    /// What could be read of it.
    package enum Content: Sendable {
        /// The item's bytes.
        case bytes([UInt8])
        /// The item is longer than the largest input; it was not read on.
        case tooLong(limit: Int)
        /// The item could not be read, with a sentence that says why.
        case unreadable(String)
    }

    /// Where it came from; its text is made when somebody asks for it.
    package var origin: ItemSource
    /// What could be read of it.
    package var content: Content
    /// When its time began: with its turn, in a run of many.
    package var arrival: ContinuousClock.Instant
    /// When it came in, which is before its turn where many came together.
    package var received: ContinuousClock.Instant

    /// Where it came from, such as `payload.json`, `stdin` or `campaign.ndjson#3`.
    package var source: String { origin.description }

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - source: Where it came from, for people.
    ///   - line: The line of that source, from 1; `nil` where the whole source is the item.
    ///   - content: What could be read of it.
    ///   - arrival: When its time began.
    ///   - received: When it came in, where that was earlier.
    package init(
        source: String,
        line: Int? = nil,
        content: Content,
        arrival: ContinuousClock.Instant,
        received: ContinuousClock.Instant? = nil
    ) {
        self.origin = ItemSource(source, line: line)
        self.content = content
        self.arrival = arrival
        self.received = received ?? arrival
    }
}

/// Where an item came from: an input's name, and the line in it where it has lines.
package struct ItemSource: Sendable, Equatable, CustomStringConvertible {
    /// The input as results name it, such as `payload.json` or `stdin`.
    package var name: String
    /// The line, from 1; `nil` where the whole input is the item.
    package var line: Int?

    /// Creates a source.
    ///
    /// - Parameters:
    ///   - name: The input as results name it.
    ///   - line: The line, from 1.
    package init(_ name: String, line: Int? = nil) {
        self.name = name
        self.line = line
    }

    /// The source as results show it, such as `campaign.ndjson#3`.
    package var description: String { line.map { "\(name)#\($0)" } ?? name }
}

extension JSONWriter {
    /// Writes the text of an item's source.
    mutating func string(_ source: ItemSource) {
        guard let line = source.line else { return string(source.name) }
        string(source.name, number: line)
    }
}
