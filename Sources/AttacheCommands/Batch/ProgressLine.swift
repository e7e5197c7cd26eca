import AttacheCore
import AttacheReports

/// Renders a run's progress as one line of a terminal.
struct ProgressLine: Sendable {
    /// Clears from the cursor to the end of the line.
    static let eraseToEnd = "\u{1B}[K"
    private static let longestBar = 30
    private static let shortestBar = 8
    /// A host's name is cut to that many columns.
    private static let hostWidth = 32

    let style: Style
    /// Columns of the terminal.
    let width: Int

    /// The line, without a line break, in fewer columns than the terminal has: what matters least is left out first.
    func render(_ reading: ProgressEstimate, of snapshot: ProgressSnapshot) -> String {
        // The last column stays free, where a cursor would wrap.
        let room = max(0, width - 1)
        var line = ""
        var used = 0
        for piece in pieces(reading, of: snapshot) {
            let columns = piece.columns + (used > 0 ? 2 : 0)
            guard used + columns <= room else { break }
            line += (used > 0 ? "  " : "") + piece.text
            used += columns
        }
        if let fraction = reading.fraction, room - used - 2 >= Self.shortestBar {
            line = bar(fraction, columns: min(Self.longestBar, room - used - 2)) + "  " + line
        }
        return line
    }

    private struct Piece {
        var text: String
        var columns: Int

        init(_ plain: String, _ text: String? = nil) {
            self.text = text ?? plain
            columns = plain.count
        }
    }

    /// The pieces, what matters most first.
    private func pieces(_ reading: ProgressEstimate, of snapshot: ProgressSnapshot) -> [Piece] {
        var pieces: [Piece] = []
        if let fraction = reading.fraction {
            let percent = "\(Int(fraction * 100))%"
            pieces.append(Piece(String(repeating: " ", count: max(0, 4 - percent.count)) + percent))
        }
        pieces.append(Piece("\(CountText.grouped(snapshot.itemCount)) items"))
        pieces.append(Piece("\(CountText.rate(reading.itemsPerSecond))/s"))
        if let remaining = reading.remaining, reading.fraction != 1 {
            let words = "\(DurationText.clock(remaining)) left"
            pieces.append(Piece(words))
        }
        let outcomes = snapshot.outcomes.all.filter { $0.count > 0 }
        if !outcomes.isEmpty {
            let plain = outcomes.map { "\($0.outcome.rawValue) \(CountText.grouped($0.count))" }
            let words = zip(outcomes, plain).map { style.outcome($0.outcome, $1) }
            pieces.append(Piece(plain.joined(separator: " "), words.joined(separator: " ")))
        }
        if let slow = snapshot.slowestHost {
            let name = TerminalText.escaped(slow.name)
            let short = name.count > Self.hostWidth ? "\(name.prefix(Self.hostWidth - 1))…" : name
            let words = "slowest \(short) \(DurationText.text(slow.duration))"
            pieces.append(Piece(words, style.faint(words)))
        }
        return pieces
    }

    private func bar(_ fraction: Double, columns: Int) -> String {
        let filled = min(columns, max(0, Int(fraction * Double(columns))))
        return style.good(String(repeating: "█", count: filled))
            + style.faint(String(repeating: "░", count: columns - filled))
    }
}
