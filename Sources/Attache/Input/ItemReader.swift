package import AttacheCore

/// Cuts one source into items, never holding more than one payload of the largest size and one piece of the input.
///
/// All the whole lines that are at hand come as one unit; nobody waits for a line that has not come to get one that has.
package final class ItemReader {
    /// The largest payload that is read, in bytes.
    package static let itemLimit = 64 * 1024
    /// Lines that are handed over together at most.
    private static let unitLimit = 1024

    private let source: InputSource
    private let stream: ByteStream
    private let time: any TimeSource
    private var framing: InputFraming
    private var pending: [UInt8] = []
    private var offset = 0
    private var line = 0
    private var isAtEnd = false
    /// Whether reading ended because it was asked to; what was read of an unfinished item is left.
    package var wasStopped: Bool { stream.wasStopped }
    private var isDone = false

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - framing: How payloads stand in it.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    ///   - time: Stamps the items' arrival.
    /// - Throws: `InputError` when the source cannot be opened.
    package init(
        _ source: InputSource,
        framing: InputFraming,
        stopDescriptor: Int32,
        time: any TimeSource
    ) throws(InputError) {
        self.source = source
        self.framing = framing
        self.time = time
        self.stream = try ByteStream(source, stopDescriptor: stopDescriptor)
    }

    /// Reads on; waits until there is a whole item.
    ///
    /// - Returns: One item, or every whole line that is at hand; `nil` at the end.
    package func next() -> ItemChunk? {
        guard !isDone else { return nil }
        do throws(InputError) {
            if case .detected = framing { framing = try detect() }
            switch framing {
            case .oneValue, .detected:
                isDone = true
                return try wholeInput().map(ItemChunk.init)
            case .lines:
                return try nextLines()
            }
        } catch {
            isDone = true
            return ItemChunk(item(.unreadable(error.sentence)))
        }
    }

    /// Lines when the first line is a complete value and something follows it.
    private func detect() throws(InputError) -> InputFraming {
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

    private func wholeInput() throws(InputError) -> InputItem? {
        while pending.count <= Self.itemLimit {
            guard try readMore() else { return wasStopped ? nil : item(.bytes(pending)) }
        }
        return item(.tooLong(limit: Self.itemLimit))
    }

    private func nextLines() throws(InputError) -> ItemChunk? {
        while true {
            let (end, lineCount) = pending.span.completeLines(from: offset, limit: Self.unitLimit)
            if lineCount > 0 {
                let unit = unit(of: takeLines(to: end), lineCount: lineCount)
                if !unit.isEmpty { return unit }
                continue
            }
            compact()
            if pending.count > Self.itemLimit {
                line += 1
                try skipLine()
                return ItemChunk(item(.tooLong(limit: Self.itemLimit), line: line))
            }
            guard try readMore() else {
                isDone = true
                let rest = wasStopped ? nil : unit(of: takeLines(to: pending.count), lineCount: 1)
                return rest.flatMap { $0.isEmpty ? nil : $0 }
            }
        }
    }

    private func unit(of text: [UInt8], lineCount: Int) -> ItemChunk {
        defer { line += lineCount }
        return ItemChunk(lines: text, of: source.name, after: line, limit: Self.itemLimit, received: time.now)
    }

    /// Takes what is pending up to `end`; the larger part is not copied when that is all or nearly all of it.
    private func takeLines(to end: Int) -> [UInt8] {
        guard offset == 0, end * 2 > pending.count else {
            defer { offset = end }
            return Array(pending[offset..<end])
        }
        var text = Array(pending[end...])
        swap(&text, &pending)
        text.removeLast(text.count - end)
        return text
    }

    /// Drops the rest of a line that is too long, piece by piece.
    private func skipLine() throws(InputError) {
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

    private func readMore() throws(InputError) -> Bool {
        guard !isAtEnd else { return false }
        let piece = try stream.next()
        isAtEnd = piece.isEmpty
        pending += piece
        return !isAtEnd
    }

    private func item(_ content: InputItem.Content, line: Int? = nil) -> InputItem {
        InputItem(source: source.name, line: line, content: content, arrival: time.now)
    }

    private static func isBlank(_ text: ArraySlice<UInt8>) -> Bool {
        text.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }
    }
}

/// How payloads stand in an input.
package enum InputFraming: Sendable {
    /// The whole input is exactly one JSON value.
    case oneValue
    /// One JSON value per line; blank lines are skipped.
    case lines
    /// Lines when the first line is a complete value and more follow, one value otherwise.
    case detected

    /// The framing of a file by its name.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - forcesLines: Whether `--ndjson` was given.
    /// - Returns: Lines for `.ndjson` and `.jsonl`, one value for everything else.
    package static func ofFile(_ path: String, forcesLines: Bool) -> InputFraming {
        if forcesLines { return .lines }
        let lowered = path.lowercased()
        return lowered.hasSuffix(".ndjson") || lowered.hasSuffix(".jsonl") ? .lines : .oneValue
    }
}
