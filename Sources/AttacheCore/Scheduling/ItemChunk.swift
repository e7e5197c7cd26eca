/// Items that arrived together: single items, or all complete lines in a buffer.
package struct ItemChunk: WorkChunk {
    private let source: String
    private let received: ContinuousClock.Instant?
    /// Single items, the last one first.
    private var items: [InputItem] = []
    private var lines: LineSplitter?
    private var line: LineSplitter.Line?
    package let cost: Int

    package init(_ item: InputItem) { self.init([item]) }

    package init(_ items: [InputItem]) {
        source = items.first?.origin.name ?? ""
        received = nil
        self.items = items.reversed()
        cost = items.count
    }

    /// Creates a chunk of `count` lines from a finished splitter; `received` is `nil` for the time of processing.
    package init(_ lines: LineSplitter, count: Int, of source: String, received: ContinuousClock.Instant? = nil) {
        self.source = source
        self.received = received
        self.lines = lines
        cost = count
        line = self.lines?.next()
    }

    package var isEmpty: Bool { items.isEmpty && line == nil }

    package mutating func next(at now: ContinuousClock.Instant) -> InputItem? {
        if var item = items.popLast() {
            item.arrival = now
            return item
        }
        guard let line else { return nil }
        self.line = lines?.next()
        return InputItem(
            source: source,
            line: line.number,
            content: line.isTooLong ? .tooLong(limit: line.bytes.count) : .bytes(Array(line.bytes)),
            arrival: now,
            received: received
        )
    }
}

/// The layout of payloads in an input.
package enum InputFraming: Sendable {
    /// The whole input is exactly one JSON value.
    case oneValue
    /// One JSON value per line; blank lines are skipped.
    case lines

    /// Detects the framing of a file by its name: lines for `.ndjson` and `.jsonl`, one value for `.json` and `.apns`, in
    /// any case; `nil` for other names.
    package init?(fileName: some Sequence<UInt8>) {
        let lowered = fileName.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        func ends(_ suffix: String) -> Bool { lowered.suffix(suffix.utf8.count).elementsEqual(suffix.utf8) }
        if [".ndjson", ".jsonl"].contains(where: ends) {
            self = .lines
        } else if [".json", ".apns"].contains(where: ends) {
            self = .oneValue
        } else {
            return nil
        }
    }
}
