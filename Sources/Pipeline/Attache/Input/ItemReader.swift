package import AttacheCore

/// Splits one source into items; it holds at most one payload of the largest size and one piece of the input.
///
/// All complete lines in the buffer form one chunk, so that no line waits for one that has not arrived.
package final class ItemReader {
    /// The size limit of a payload, in bytes.
    package static let itemLimit = 64 * 1024
    /// The limit of lines in one chunk.
    private static let lineLimit = 2048

    private let source: InputSource
    private let stream: ByteStream
    private let time: any TimeSource
    /// `nil` until it is detected.
    private var framing: InputFraming?
    private var lines = LineSplitter(limit: ItemReader.itemLimit)
    /// The bytes of one value, or before the framing is known.
    private var pending: [UInt8] = []
    private var isAtEnd = false
    package var wasStopped: Bool { stream.wasStopped }
    private var isDone = false
    private let splitsLists: Bool

    /// Opens a source; reading stops when `stopDescriptor`, -1 for none, becomes readable.
    ///
    /// Without a framing, the source has lines when the first line is a complete value and more follow, and one value
    /// otherwise. With `splitsLists` a value that is a list of messages to a push service is one item for each message.
    package init(
        _ source: InputSource,
        framing: InputFraming?,
        splitsLists: Bool = false,
        stopDescriptor: Int32,
        time: any TimeSource
    ) throws(InputError) {
        self.source = source
        self.framing = framing
        self.splitsLists = splitsLists
        self.time = time
        self.stream = try ByteStream(source, stopDescriptor: stopDescriptor)
    }

    /// Waits for the next complete item; returns one item, or every complete line in the buffer, and `nil` at the end.
    package func next() -> ItemChunk? {
        guard !isDone else { return nil }
        do throws(InputError) {
            if framing == nil { framing = try detect() }
            if framing == .lines { return try nextLines() }
            isDone = true
            return try wholeInput().map { ItemChunk(messages(of: $0)) }
        } catch {
            isDone = true
            return ItemChunk(item(.unreadable(error.sentence)))
        }
    }

    /// Detects lines: the first line is a complete value and more follows it.
    private func detect() throws(InputError) -> InputFraming {
        // The start of a line; those before it are blank.
        var start = 0
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: JSONByte.lineFeed) {
                let first = pending[start..<end]
                if first.allSatisfy(JSONByte.isWhiteSpace) {
                    (start, searched) = (end + 1, end + 1)
                    continue
                }
                guard JSONDocument.isCompleteValue(Array(first)) else { return .oneValue }
                // The next text decides, so wait for it; a co-process sets --ndjson and gets a result for each line.
                var followed = end + 1
                while pending[followed...].allSatisfy(JSONByte.isWhiteSpace) {
                    followed = pending.count
                    guard pending.count <= Self.itemLimit, try readMore() else { return .oneValue }
                }
                lines.append(pending[...])
                pending = []
                return .lines
            }
            searched = pending.count
            guard pending.count <= Self.itemLimit, try readMore() else { return .oneValue }
        }
    }

    private func wholeInput() throws(InputError) -> InputItem? {
        while pending.count <= Self.itemLimit {
            guard try readMore() else { return wasStopped ? nil : item(.bytes(pending)) }
        }
        return item(.tooLong(limit: Self.itemLimit))
    }

    /// The messages of a list, numbered from 1; any other item alone.
    private func messages(of item: InputItem) -> [InputItem] {
        guard splitsLists, case .bytes(let bytes) = item.content, let messages = RequestShapes.messages(in: bytes)
        else {
            return [item]
        }
        return messages.enumerated().map { index, message in
            InputItem(source: source.name, line: index + 1, content: .bytes(message), arrival: item.arrival)
        }
    }

    private func nextLines() throws(InputError) -> ItemChunk? {
        while true {
            while let (lines, count) = lines.takeLines(atMost: Self.lineLimit) {
                let chunk = ItemChunk(lines, count: count, of: source.name, received: time.now)
                if !chunk.isEmpty { return chunk }
            }
            guard !isDone else { return nil }
            if let piece = try nextPiece() {
                lines.append(piece)
            } else {
                isDone = true
                if wasStopped { return nil }
                lines.finish()
            }
        }
    }

    private func readMore() throws(InputError) -> Bool {
        guard let piece = try nextPiece() else { return false }
        pending += piece
        return true
    }

    private func nextPiece() throws(InputError) -> ArraySlice<UInt8>? {
        guard !isAtEnd else { return nil }
        let piece = try stream.next()
        isAtEnd = piece.isEmpty
        return isAtEnd ? nil : piece
    }

    private func item(_ content: InputItem.Content) -> InputItem {
        InputItem(source: source.name, content: content, arrival: time.now)
    }
}
