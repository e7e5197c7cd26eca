import Attache
import AttacheCore

/// Cuts pieces of bytes into lines, and never holds more than one piece and one line of the largest size.
struct LineSplitter {
    /// One line that is not blank.
    struct Line {
        /// The text without its line feed; empty when the line is too long.
        let text: [UInt8]
        /// Whether the line is longer than a payload may be.
        let isTooLong: Bool
        /// The line's number in the input, from 1.
        let number: Int
        /// Where the line ends in the input, its line feed included, in bytes.
        let end: Int
    }

    /// The largest payload that is read, in bytes.
    static let lineLimit = ItemReader.itemLimit

    private var pending: [UInt8] = []
    private var isSkipping = false
    private var line: Int
    private var offset: Int

    /// Bytes of a line whose end has not come.
    var heldCount: Int { pending.count }

    /// The number of the line that is being read.
    var nextLine: Int { line + 1 }

    /// Begins within an input.
    ///
    /// - Parameters:
    ///   - line: The number of lines before.
    ///   - offset: The number of bytes before.
    init(line: Int = 0, offset: Int = 0) {
        self.line = line
        self.offset = offset
    }

    /// Takes the next piece.
    ///
    /// - Returns: The lines that are complete with it.
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

    /// The last line, which has no line feed.
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
            // More than fits is white space here: its end is awaited, and nobody wants to read it.
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
