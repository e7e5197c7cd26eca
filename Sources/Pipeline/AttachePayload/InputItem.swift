/// One payload as received, not yet parsed.
@usableFromInline package struct InputItem: Sendable {
    /// The content of an item.
    @usableFromInline package enum Content: Sendable {
        case bytes([UInt8])
        /// JSON that was read from the text of a console, and the form of the text.
        case transcribed([UInt8], ConsoleForm)
        /// The item is longer than the input limit in bytes; the rest was not read.
        case tooLong(limit: Int)
        /// The item could not be read; the sentence gives the cause.
        case unreadable(String)
    }

    /// The source of the item; its text is built on demand.
    @usableFromInline package var origin: ItemSource
    @usableFromInline package var content: Content
    /// The instant its timeout runs from; in a run of many, the start of its processing.
    @usableFromInline package var arrival: ContinuousClock.Instant
    /// The instant it was received; earlier than `arrival` if it was queued.
    @usableFromInline package var received: ContinuousClock.Instant

    /// The source of the item, such as `payload.json`, `stdin` or `campaign.ndjson#3`.
    package var source: String { origin.description }

    /// Creates an item; `line` counts from 1 and is `nil` when the whole source is the item. `received` defaults to
    /// `arrival`.
    @inlinable package init(
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

/// The source of an item: the name of an input and, for line input, the line.
@usableFromInline package struct ItemSource: Sendable, Equatable, CustomStringConvertible {
    /// The input name as in results, such as `payload.json` or `stdin`.
    @usableFromInline package var name: String
    /// The line, from 1; `nil` when the whole input is the item.
    @usableFromInline package var line: Int?

    @inlinable package init(_ name: String, line: Int? = nil) {
        self.name = name
        self.line = line
    }

    /// The text as in results, such as `campaign.ndjson#3`.
    @usableFromInline package var description: String { line.map { "\(name)#\($0)" } ?? name }
}

extension JSONWriter {
    /// Writes the text of an item's source.
    package mutating func string(_ source: ItemSource) {
        guard let line = source.line else { return string(source.name) }
        string(source.name, number: line)
    }
}
