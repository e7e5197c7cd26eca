/// Splits chunked input into lines; of a line without an end, it holds only the first bytes up to the limit.
///
/// Where blank lines are skipped, a JSON value over several lines is one line too: its first, which is not complete. The
/// other lines are skipped as far as they arrived together.
package struct LineSplitter: Sendable {
    package struct Line: Sendable {
        /// The line without its line feed; the first bytes up to the limit if it is too long.
        package let bytes: ArraySlice<UInt8>
        /// The length of the whole line without its line feed.
        package let byteCount: Int
        /// The number of the line in the input, from 1.
        package let number: Int
        /// The offset of the next line in the input.
        package let end: Int
        /// Whether the last byte of the line is a carriage return, which counts as part of the line.
        package let endsWithCarriageReturn: Bool

        package var isTooLong: Bool { byteCount > bytes.count }
    }

    /// The bytes of an over-long line that are not stored.
    private struct Excess {
        var count = 0
        var hasText = false
        var lastByte: UInt8?

        mutating func add(_ bytes: ArraySlice<UInt8>) {
            count += bytes.count
            hasText = hasText || !LineSplitter.isBlank(bytes)
            lastByte = bytes.last ?? lastByte
        }
    }

    private let limit: Int
    private let skipsBlankLines: Bool
    private var continuation = ContinuationFilter()
    /// The bytes in memory, including those that were taken and are not freed yet.
    private(set) var bytes: [UInt8] = []
    /// The offset of the next line in `bytes`.
    private var offset = 0
    /// The offset of the first byte that has not been searched for the end of that line.
    private var searched = 0
    /// The dropped bytes of that line, behind its first `limit` bytes.
    private var dropped = Excess()
    private var isAtEnd = false
    /// The number of lines that have been taken, including blank lines.
    package private(set) var lineCount: Int
    /// The number of bytes that have been taken.
    package private(set) var byteCount: Int

    /// Creates a splitter that starts after `lineCount` lines and `byteCount` bytes of an input.
    ///
    /// A line longer than `limit`, in bytes and at least 1, is too long. A line of white space is blank at any length.
    package init(limit: Int, skipsBlankLines: Bool = true, lineCount: Int = 0, byteCount: Int = 0) {
        self.limit = limit
        self.skipsBlankLines = skipsBlankLines
        self.lineCount = lineCount
        self.byteCount = byteCount
    }

    /// The number of bytes that have not been taken.
    package var heldCount: Int { bytes.count - offset }

    package mutating func append(_ piece: ArraySlice<UInt8>) {
        if offset == bytes.count {
            bytes.removeAll(keepingCapacity: true)
            (offset, searched) = (0, 0)
        }
        bytes += piece
    }

    /// Marks the end of the input: the remaining bytes are the last line.
    package mutating func finish() {
        isAtEnd = true
    }

    /// Removes and returns the next line; `nil` when more bytes are needed, or at the end.
    package mutating func next() -> Line? {
        skipBlankLines()
        while let (line, isBlank) = nextLine() {
            if !skipsBlankLines { return line }
            if !isBlank, line.isTooLong || !continuation.skips(line.bytes) { return line }
            skipBlankLines()
        }
        return nil
    }

    /// Takes the blank lines at the front together; blank lines may be most of an input, such as of a packed one.
    private mutating func skipBlankLines() {
        guard skipsBlankLines, searched == offset, dropped.count == 0 else { return }
        let (end, count) = bytes.span.blankLines(from: offset)
        lineCount += count
        byteCount += end - offset
        (offset, searched) = (end, end)
    }

    private mutating func nextLine() -> (line: Line, isBlank: Bool)? {
        let end = bytes.span.firstIndex(of: JSONByte.lineFeed, from: searched)
        let isEnded = end < bytes.count
        guard isEnded || isAtEnd && offset < end else {
            if !isAtEnd { drop() }
            return nil
        }
        let text = bytes[offset..<end].prefix(limit)
        var excess = dropped
        if text.endIndex < end { excess.add(bytes[text.endIndex..<end]) }
        lineCount += 1
        byteCount += text.count + excess.count + (isEnded ? 1 : 0)
        offset = isEnded ? end + 1 : end
        searched = offset
        dropped = Excess()
        let line = Line(
            bytes: text,
            byteCount: text.count + excess.count,
            number: lineCount,
            end: byteCount,
            endsWithCarriageReturn: (excess.lastByte ?? text.last) == JSONByte.carriageReturn
        )
        return (line, !excess.hasText && Self.isBlank(text))
    }

    /// Removes the complete lines at the front and returns them as a finished splitter, with their number; `nil` when
    /// more bytes are needed, or at the end.
    ///
    /// Takes 1 to `lineLimit` lines, none behind line `lastLine` of the input, and none that begins `byteLimit` bytes or
    /// more behind the first.
    package mutating func takeLines(
        atMost lineLimit: Int,
        upTo lastLine: Int = .max,
        byteLimit: Int = .max
    ) -> (lines: LineSplitter, count: Int)? {
        skipBlankLines()
        guard lineCount < lastLine else { return nil }
        let lineLimit = min(lineLimit, lastLine - lineCount)
        var (end, count) = bytes.span.completeLines(from: searched, limit: lineLimit, byteLimit: byteLimit)
        if count == 0 {
            if !isAtEnd { drop() }
            guard isAtEnd, offset < bytes.count else { return nil }
            (end, count) = (bytes.count, 1)
        }
        var lines = LineSplitter(
            limit: limit,
            skipsBlankLines: skipsBlankLines,
            lineCount: lineCount,
            byteCount: byteCount
        )
        lines.searched = searched - offset
        lines.dropped = dropped
        lines.isAtEnd = true
        lineCount += count
        byteCount += end - offset + dropped.count
        dropped = Excess()
        lines.bytes = takeBytes(to: end)
        searched = offset
        return (lines, count)
    }

    /// Removes the bytes up to `end`; avoids copying the larger part when that is all or nearly all of them.
    private mutating func takeBytes(to end: Int) -> [UInt8] {
        guard offset == 0, end * 2 > bytes.count else {
            defer {
                offset = end
                // What was taken does not stay in memory while more is awaited.
                if offset > 1 << 20, offset * 2 > bytes.count {
                    bytes.removeFirst(offset)
                    offset = 0
                }
            }
            return Array(bytes[offset..<end])
        }
        var text = Array(bytes[end...])
        swap(&text, &bytes)
        text.removeLast(text.count - end)
        return text
    }

    /// Drops the bytes of an unfinished line beyond the limit.
    private mutating func drop() {
        if offset > 0 {
            bytes.removeFirst(offset)
            offset = 0
        }
        if bytes.count > limit {
            dropped.add(bytes[limit...])
            bytes.removeLast(bytes.count - limit)
        }
        searched = bytes.count
    }

    private static func isBlank(_ bytes: ArraySlice<UInt8>) -> Bool { bytes.allSatisfy(JSONByte.isWhiteSpace) }
}

extension Span<UInt8> {
    /// Returns the end of the complete lines of white space from `start`, and their number.
    func blankLines(from start: Int) -> (end: Int, lineCount: Int) {
        var (index, end, lineCount) = (start, start, 0)
        while index < count {
            if count &- index >= 8, word(at: index) == 0x0A0A_0A0A_0A0A_0A0A {
                index &+= 8
                (end, lineCount) = (index, lineCount &+ 8)
                continue
            }
            guard JSONByte.isWhiteSpace(self[index]) else { break }
            index &+= 1
            if self[index &- 1] == JSONByte.lineFeed { (end, lineCount) = (index, lineCount &+ 1) }
        }
        return (end, lineCount)
    }

    /// Returns the end of 0 to `limit` complete lines from `start`, and their number; none of them begins `byteLimit`
    /// bytes or more behind `start`.
    func completeLines(from start: Int, limit: Int, byteLimit: Int = .max) -> (end: Int, lineCount: Int) {
        var end = start
        var lineCount = 0
        while lineCount < limit, end &- start < byteLimit {
            let index = firstIndex(of: JSONByte.lineFeed, from: end)
            guard index < count else { break }
            end = index &+ 1
            lineCount &+= 1
        }
        return (end, lineCount)
    }
}
