import AttacheCore
import AttacheSystem
import Glibc

/// The width of a terminal's window in columns.
package enum TerminalWidth {
    /// Returns the terminal's own value, else `COLUMNS`, else 80.
    package static func current(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // Unsafe, but correct: this request only writes a `winsize`.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return 80
    }

    /// Returns the width of standard output or standard error; `nil` where that is no terminal.
    package static func ofTerminal(_ descriptor: Int32, _ environment: @autoclosure () -> [String: String]) -> Int? {
        isatty(descriptor) == 1 ? current(of: descriptor, environment: environment()) : nil
    }
}

/// Breaks the lines of a text where a terminal would break them in the middle of a word.
///
/// Lines break at spaces only, so that words and URLs stay whole, and continue in the column in which their text begins.
package struct TerminalText: Sendable {
    /// The least width that is worth the breaks.
    private static let leastWidth = 20
    /// The least width of a last column, for a text to stay in it.
    private static let leastColumn = 24

    /// `nil` for lines of any length, which pipes and files get.
    private let width: Int?

    package init(width: Int?) {
        self.width = width.flatMap { $0 < Self.leastWidth ? nil : $0 }
    }

    /// The text of standard output.
    package init(_ environment: [String: String]) {
        self.init(width: TerminalWidth.ofTerminal(STDOUT_FILENO, environment))
    }

    /// The text of standard error.
    package static var ofErrors: TerminalText {
        TerminalText(width: TerminalWidth.ofTerminal(STDERR_FILENO, ProcessEnvironment.current))
    }

    /// Whether a line of so many columns needs no break.
    package func fits(_ columns: Int) -> Bool { width.map { columns <= $0 } ?? true }

    /// Returns the text with broken lines. `column` is that of the text which continues in further lines; without one it is
    /// found after the last gap of two spaces near the margin.
    package func wrapped(_ text: String, column: Int? = nil) -> String {
        guard let width else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { Self.wrapped($0, width, column) }
            .joined(separator: "\n")
    }

    private static func wrapped(_ line: Substring, _ width: Int, _ column: Int?) -> String {
        let pieces = Self.pieces(line)
        let columns = pieces.reduce(0) { $0 + $1.columns }
        // JSON can be copied only as it is.
        let isJSON = pieces.first { !$0.isGap }.map { $0.text.hasPrefix("{") || $0.text.hasPrefix("[") } ?? false
        guard columns > width, !isJSON else { return String(line) }
        let indent = column.map { $0 <= width - leastColumn ? $0 : 4 } ?? hangingColumn(pieces, width)
        var (result, used, gap) = ("", 0, Piece())
        for piece in pieces {
            if piece.isGap {
                gap = piece
                continue
            }
            if used > indent, used + gap.columns + piece.columns > width {
                result += "\n" + String(repeating: " ", count: indent)
                used = indent
            } else {
                result += gap.text
                used += gap.columns
            }
            result += piece.text
            used += piece.columns
            gap = Piece()
        }
        return result
    }

    /// The column after the last gap near the margin, or after an arrow there.
    private static func hangingColumn(_ pieces: [Piece], _ width: Int) -> Int {
        let limit = max(16, width / 3)
        var (column, found) = (0, 4)
        for (index, piece) in pieces.enumerated() {
            column += piece.columns
            guard column <= limit else { break }
            guard piece.isGap, piece.columns >= 2 else { continue }
            let isArrow = index + 1 < pieces.count && pieces[index + 1].text == "→"
            found = column + (isArrow ? 2 : 0)
        }
        return found
    }

    /// A word or a gap between words.
    private struct Piece {
        var text = ""
        /// The columns on the terminal; the sequences that colour have none.
        var columns = 0
        var isGap = true
    }

    private static func pieces(_ line: Substring) -> [Piece] {
        var pieces: [Piece] = []
        var isInSequence = false
        // JSON in a sentence can be copied only as it is, like JSON alone.
        let hasJSON = line.count { $0 == "{" } == line.count { $0 == "}" }
        var depth = 0
        for character in line {
            if hasJSON, character == "{" || character == "}" { depth += character == "{" ? 1 : -1 }
            let isGap = character == " " && !isInSequence && depth <= 0
            if pieces.last?.isGap != isGap { pieces.append(Piece(isGap: isGap)) }
            let last = pieces.count - 1
            pieces[last].text.append(character)
            if character == "\u{1B}" { isInSequence = true }
            if !isInSequence { pieces[last].columns += TextWidth.columns(of: String(character)) }
            if isInSequence, character.isLetter { isInSequence = false }
        }
        return pieces
    }
}
