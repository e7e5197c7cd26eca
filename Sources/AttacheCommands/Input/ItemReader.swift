import AttacheCore

/// Cuts one source into items, never holding more than one payload of the largest size and one piece of the input.
final class ItemReader {
    /// The largest payload that is read, in bytes.
    static let itemLimit = 64 * 1024

    private let source: InputSource
    private let stream: ByteStream
    private let time: any TimeSource
    private var framing: InputFraming
    private var pending: [UInt8] = []
    private var offset = 0
    private var line = 0
    private var isAtEnd = false
    /// Whether reading ended because it was asked to; what was read of an unfinished item is left.
    var wasStopped: Bool { stream.wasStopped }
    private var isDone = false

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - framing: How payloads stand in it.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    ///   - time: Stamps the items' arrival.
    /// - Throws: `ByteStream.Failure` when the source cannot be opened.
    init(
        _ source: InputSource,
        framing: InputFraming,
        stopDescriptor: Int32,
        time: any TimeSource
    ) throws(ByteStream.Failure) {
        self.source = source
        self.framing = framing
        self.time = time
        self.stream = try ByteStream(source, stopDescriptor: stopDescriptor)
    }

    /// The next item, or `nil` at the end.
    func next() -> InputItem? {
        guard !isDone else { return nil }
        do throws(ByteStream.Failure) {
            if case .detected = framing { framing = try detect() }
            switch framing {
            case .oneValue, .detected:
                isDone = true
                return try wholeInput()
            case .lines:
                return try nextLine()
            }
        } catch {
            isDone = true
            return item(.unreadable(error.sentence))
        }
    }

    /// Lines when the first line is a complete value and something follows it.
    private func detect() throws(ByteStream.Failure) -> InputFraming {
        var searched = 0
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let first = Array(pending[..<end])
                if Self.isBlank(first[...]) {
                    searched = end + 1
                    continue
                }
                guard JSONDocument.isCompleteValue(first) else { return .oneValue }
                // What follows decides, so it is awaited; a co-process says --ndjson and is answered line by line.
                var followed = end + 1
                while Self.isBlank(pending[followed...]) {
                    followed = pending.count
                    guard pending.count <= Self.itemLimit, try readMore() else { return .oneValue }
                }
                return .lines
            }
            searched = pending.count
            guard pending.count <= Self.itemLimit, try readMore() else { return .oneValue }
        }
    }

    private func wholeInput() throws(ByteStream.Failure) -> InputItem? {
        while pending.count <= Self.itemLimit {
            guard try readMore() else { return wasStopped ? nil : item(.bytes(pending)) }
        }
        return item(.tooLong(limit: Self.itemLimit))
    }

    private func nextLine() throws(ByteStream.Failure) -> InputItem? {
        var searched = offset
        while true {
            if let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let text = pending[offset..<end]
                offset = end + 1
                searched = offset
                line += 1
                if !Self.isBlank(text) { return lineItem(text) }
                continue
            }
            if pending.count - offset > Self.itemLimit {
                line += 1
                try skipLine()
                return item(.tooLong(limit: Self.itemLimit), line: line)
            }
            searched = pending.count - offset
            compact()
            searched = min(searched, pending.count)
            guard try readMore() else {
                isDone = true
                let text = pending[offset...]
                line += 1
                return wasStopped || Self.isBlank(text) ? nil : lineItem(text)
            }
        }
    }

    private func lineItem(_ text: ArraySlice<UInt8>) -> InputItem {
        let isOver = text.count > Self.itemLimit
        return item(isOver ? .tooLong(limit: Self.itemLimit) : .bytes(Array(text)), line: line)
    }

    /// Drops the rest of a line that is too long, piece by piece.
    private func skipLine() throws(ByteStream.Failure) {
        while true {
            if let end = pending[offset...].firstIndex(of: UInt8(ascii: "\n")) {
                offset = end + 1
                return
            }
            pending.removeAll(keepingCapacity: true)
            offset = 0
            guard try readMore() else { return }
        }
    }

    private func compact() {
        guard offset > 0 else { return }
        pending.removeFirst(offset)
        offset = 0
    }

    private func readMore() throws(ByteStream.Failure) -> Bool {
        guard !isAtEnd else { return false }
        let piece = try stream.next()
        isAtEnd = piece.isEmpty
        pending += piece
        return !isAtEnd
    }

    private func item(_ content: InputItem.Content, line: Int? = nil) -> InputItem {
        let name = line.map { "\(source.name)#\($0)" } ?? source.name
        return InputItem(source: name, content: content, arrival: time.now)
    }

    private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }
}
