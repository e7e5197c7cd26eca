package import AttacheCore

/// Splits one source into items; it holds at most one payload of the largest size and one piece of the input.
///
/// All complete lines in the buffer form one chunk, so that no line waits for one that has not arrived.
package final class ItemReader {
    /// The size limit of a payload, in bytes.
    package static let itemLimit = 64 * 1024
    /// The limit of lines in one chunk.
    private static let unitLimit = 1024

    private let source: InputSource
    private let stream: ByteStream
    private let time: any TimeSource
    private var framing: InputFraming
    private var pending: [UInt8] = []
    private var offset = 0
    private var line = 0
    private var isAtEnd = false
    package var wasStopped: Bool { stream.wasStopped }
    private var isDone = false

    /// Opens a source; reading stops when `stopDescriptor`, -1 for none, becomes readable.
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

    /// Waits for the next complete item; returns one item, or every complete line in the buffer, and `nil` at the end.
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

    /// Detects lines: the first line is a complete value and more follows it.
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
                // The next text decides, so wait for it; a co-process sets --ndjson and gets a result for each line.
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

    /// Takes the pending bytes up to `end`; avoids copying the larger part when that is all or nearly all of them.
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

    /// Drops the rest of an over-long line, piece by piece.
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

/// The layout of payloads in an input.
package enum InputFraming: Sendable {
    /// The whole input is exactly one JSON value.
    case oneValue
    /// One JSON value per line; blank lines are skipped.
    case lines
    /// Lines when the first line is a complete value and more follow, one value otherwise.
    case detected

    /// Returns the framing of a file by its name: lines for `.ndjson` and `.jsonl`, one value otherwise.
    package static func ofFile(_ path: String, forcesLines: Bool) -> InputFraming {
        if forcesLines { return .lines }
        let lowered = path.lowercased()
        return lowered.hasSuffix(".ndjson") || lowered.hasSuffix(".jsonl") ? .lines : .oneValue
    }
}
