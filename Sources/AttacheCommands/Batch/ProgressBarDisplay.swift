import AttacheReports
import AttacheThreads
import Glibc

/// Keeps one line of a terminal up to date, and replaces it by the closing summary.
final class ProgressBarDisplay: ProgressDisplaying {
    private struct State {
        var meter = ProgressMeter()
        var isDrawn = false
    }

    private let style: Style
    private let width: @Sendable () -> Int
    private let write: @Sendable (String) -> Void
    private let state = Locked(State())

    /// Creates a display.
    ///
    /// - Parameters:
    ///   - style: The colours.
    ///   - width: The columns of the terminal, asked for each line, since windows change.
    ///   - write: Takes what goes to the terminal.
    init(
        style: Style,
        width: @escaping @Sendable () -> Int,
        write: @escaping @Sendable (String) -> Void = { _ = Descriptor.writeAll(Array($0.utf8), to: STDERR_FILENO) }
    ) {
        self.style = style
        self.width = width
        self.write = write
    }

    func update(_ snapshot: ProgressSnapshot) {
        let line = ProgressLine(style: style, width: width())
        let reading = state.withLock { state in
            state.isDrawn = true
            return state.meter.observe(snapshot)
        }
        write("\r" + line.render(reading, of: snapshot) + ProgressLine.eraseToEnd)
    }

    func clear() {
        let wasDrawn = state.withLock { state in
            defer { state.isDrawn = false }
            return state.isDrawn
        }
        if wasDrawn { write("\r" + ProgressLine.eraseToEnd) }
    }

    func end(_ summary: RunSummary) {
        clear()
        write(RunSummaryText(style: style).render(summary))
    }
}
