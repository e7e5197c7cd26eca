import AttacheCommandLine
import AttacheCore
import AttacheReports
import AttacheSystem
import CommandSupport
import Glibc

/// A display of a run's progress and summary on standard error.
protocol ProgressDisplay: Sendable {
    /// Whether it shows the progress itself, also after a requested stop.
    var showsProgress: Bool { get }

    /// Shows the progress; called a few times a second, never concurrently.
    func update(_ snapshot: ProgressSnapshot)

    /// Clears the display while `write` prints a line; the next update draws it again.
    func suspendDrawing(to write: () -> Void)

    /// Shows the summary and what decides the exit status; the last call.
    func end(_ summary: RunSummary, status: CommandStatus)
}

/// The value of `--progress`.
enum ProgressChoice: String, Sendable, CaseIterable {
    /// A bar on a terminal, nothing elsewhere; the summary in both cases.
    case auto
    /// A bar also when standard error is not a terminal, unless `TERM` is `dumb`; the summary.
    case bar
    /// One JSON object a line, with the summary in the last one.
    case json
    /// Nothing, and no summary.
    case off

    func display(environment: [String: String], style: Style) -> any ProgressDisplay {
        let isDumb = environment["TERM"] == "dumb"
        let isTerminal = isatty(STDERR_FILENO) == 1
        switch self {
        case .auto where isTerminal && !isDumb, .bar where !isDumb:
            return ProgressBarDisplay(style: style) {
                TerminalWidth.current(of: STDERR_FILENO, environment: environment)
            }
        case .auto, .bar: return SummaryOnlyDisplay(style: style)
        case .json: return ProgressJSONDisplay()
        case .off: return SilentDisplay()
        }
    }
}

struct SilentDisplay: ProgressDisplay {
    var showsProgress: Bool { false }

    func update(_ snapshot: ProgressSnapshot) {}

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary, status: CommandStatus) {}
}

struct SummaryOnlyDisplay: ProgressDisplay {
    let style: Style
    var showsProgress: Bool { false }

    func update(_ snapshot: ProgressSnapshot) {}

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary, status: CommandStatus) {
        // A closed standard error must not stop the run.
        _ = FileDescriptor.writeAll(
            Array(RunSummaryText(style: style).wrapped(summary, status: status).utf8),
            to: STDERR_FILENO
        )
    }
}

/// A display on one line of a terminal, which the summary replaces.
final class ProgressBarDisplay: ProgressDisplay {
    var showsProgress: Bool { true }

    private let style: Style
    private let width: @Sendable () -> Int
    private let write: @Sendable (String) -> Void
    private let line: TerminalLine
    private let meter = Locked(ProgressMeter())

    /// Creates a display; `width` is called for each line, since windows change.
    init(
        style: Style,
        width: @escaping @Sendable () -> Int,
        write: @escaping @Sendable (String) -> Void = {
            _ = FileDescriptor.writeAll(Array($0.utf8), to: STDERR_FILENO)
        }
    ) {
        self.style = style
        self.width = width
        self.write = write
        line = TerminalLine(write: write)
    }

    func update(_ snapshot: ProgressSnapshot) {
        let text = ProgressLine(style: style, width: width())
        line.draw { text.render(meter.withLock { $0.observe(snapshot) }, of: snapshot) }
    }

    func suspendDrawing(to write: () -> Void) { line.suspend(to: write) }

    func end(_ summary: RunSummary, status: CommandStatus) {
        suspendDrawing { write(RunSummaryText(style: style).wrapped(summary, status: status)) }
    }
}

/// A run's progress as one line of a terminal.
struct ProgressLine: Sendable {
    private static let longestBar = 30
    private static let shortestBar = 8
    private static let hostWidth = 32

    let style: Style
    let width: Int

    /// Returns the line, without a line break, in fewer columns than the terminal has; the least important pieces are
    /// dropped first.
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

    private func pieces(_ reading: ProgressEstimate, of snapshot: ProgressSnapshot) -> [Piece] {
        var pieces: [Piece] = []
        if let fraction = reading.fraction {
            let percent = "\(Int(fraction * 100))%"
            pieces.append(Piece(String(repeating: " ", count: max(0, 4 - percent.count)) + percent))
        }
        pieces.append(Piece("\(CountText.grouped(snapshot.itemCount)) items"))
        pieces.append(Piece("\(CountText.rate(reading.itemsPerSecond))/s"))
        if let count = snapshot.finishingCount {
            let words = "stopping: \(CountText.grouped(count)) \(count == 1 ? "download" : "downloads") left"
            pieces.insert(Piece(words, style.risky(words)), at: 0)
        } else if let remaining = reading.remaining, reading.fraction != 1 {
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
            let name = slow.name.escapedForTerminal
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
