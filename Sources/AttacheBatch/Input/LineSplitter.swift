import Attache
import AttacheCore

/// Splits pieces of bytes into lines, and holds at most one piece and one line of the maximum size.
struct LineSplitter {
    /// One line that is not blank.
    struct Line {
        /// The text without its line feed; empty when the line is too long.
        let text: [UInt8]
        let isTooLong: Bool
        let number: Int
        /// The end offset in the input, after the line feed, in bytes.
        let end: Int
    }

    /// The limit of a payload, in bytes.
    static let lineLimit = ItemReader.itemLimit

    private var pending: [UInt8] = []
    private var isSkipping = false
    private var line: Int
    private var offset: Int

    /// The number of bytes held of an incomplete line.
    var heldCount: Int { pending.count }

    var nextLine: Int { line + 1 }

    init(line: Int = 0, offset: Int = 0) {
        self.line = line
        self.offset = offset
    }

    /// Takes the next piece and returns the lines that it completes.
    mutating func take(_ piece: ArraySlice<UInt8>) -> [Line] {
        var lines: [Line] = []
        var start = piece.startIndex
        while true {
            let end = piece.startIndex + piece.span.firstIndex(of: JSONByte.lineFeed, from: start - piece.startIndex)
            guard end < piece.endIndex else { break }
            append(piece[start..<end])
            offset += end - start + 1
            finishLine(into: &lines)
            start = end + 1
        }
        append(piece[start...])
        offset += piece.endIndex - start
        return lines
    }

    mutating func finish() -> [Line] {
        var lines: [Line] = []
        if !pending.isEmpty || isSkipping { finishLine(into: &lines) }
        return lines
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>) {
        guard !isSkipping else { return }
        if pending.count + bytes.count > Self.lineLimit, !Self.isBlank(pending[...], bytes) {
            isSkipping = true
            pending = []
        } else {
            // Bytes beyond the limit are white space here and can be dropped.
            pending += bytes.prefix(Self.lineLimit - pending.count)
        }
    }

    private mutating func finishLine(into lines: inout [Line]) {
        line += 1
        if isSkipping || !Self.isBlank(pending[...], []) {
            lines.append(Line(text: pending, isTooLong: isSkipping, number: line, end: offset))
        }
        pending = []
        isSkipping = false
    }

    private static func isBlank(_ bytes: ArraySlice<UInt8>...) -> Bool {
        bytes.allSatisfy { $0.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
    }
}
