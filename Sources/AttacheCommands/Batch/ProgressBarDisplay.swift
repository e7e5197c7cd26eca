import AttacheOptions
import AttacheReports
import AttacheThreads
import Glibc

/// Keeps one line of a terminal up to date, and replaces it by the closing summary.
final class ProgressBarDisplay: ProgressDisplay {
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
        write: @escaping @Sendable (String) -> Void = { _ = DescriptorWriter.writeAll(Array($0.utf8), to: STDERR_FILENO) }
    ) {
        self.style = style
        self.width = width
        self.write = write
    }

    func update(_ snapshot: ProgressSnapshot) {
        let line = ProgressLine(style: style, width: width())
        state.withLock { state in
            state.isDrawn = true
            write("\r" + line.render(state.meter.observe(snapshot), of: snapshot) + ProgressLine.eraseToEnd)
        }
    }

    func suspendDrawing(to write: () -> Void) {
        // Under the lock, so that no update draws in between.
        state.withLock { state in
            if state.isDrawn { self.write("\r" + ProgressLine.eraseToEnd) }
            state.isDrawn = false
            write()
        }
    }

    func end(_ summary: RunSummary) {
        suspendDrawing { write(RunSummaryText(style: style).render(summary)) }
    }
}
