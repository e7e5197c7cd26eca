import Attache
import AttacheCommandLine
package import AttacheCore
import AttacheReports
import AttacheSystem
import Glibc

/// Shows on a terminal which file a command waits for, once it has waited for a second.
package final class LoadingDisplay: Sendable {
    /// The time before a wait is worth a line.
    private static let patience = Duration.seconds(1)
    /// The time between two drawings.
    private static let interval = Duration.milliseconds(200)

    private let line: TerminalLine
    private let watch: LoadWatch
    private let ticking: Task<Void, Never>

    /// Starts a display; `nil` where no person watches: standard error is no terminal, or is to have only errors or JSON.
    package init?(_ settings: RunSettings) {
        let environment = settings.environment
        guard settings.showsHints, isatty(STDERR_FILENO) == 1, environment["TERM"] != "dumb" else { return nil }
        let line = TerminalLine()
        let watch = LoadWatch { line.suspend() }
        self.line = line
        self.watch = watch
        ticking = Task {
            while (try? await Task.sleep(for: Self.interval)) != nil {
                line.draw {
                    // The end of the display may come between the sleep and the lock of the line.
                    Task.isCancelled
                        ? nil
                        : watch.current.flatMap { load, others in
                            let width = TerminalWidth.current(of: STDERR_FILENO, environment: environment)
                            return Self.text(load, others, at: .now, width: width)
                        }
                }
            }
        }
    }

    /// Ends the display and erases its line.
    package func end() {
        ticking.cancel()
        line.suspend()
    }

    /// Makes a command report its requests to this display, and erase its line for messages.
    package func observe(_ settings: inout RunSettings) {
        settings.configuration.loads = watch
        settings.diagnostics.suspendDrawing = { [line] in line.suspend(to: $0) }
    }

    /// The line, in fewer columns than the terminal has; `nil` for a wait that is still short.
    package static func text(
        _ load: LoadWatch.Load,
        _ otherCount: Int,
        at now: ContinuousClock.Instant,
        width: Int
    ) -> String? {
        let elapsed = load.began.duration(to: now)
        guard elapsed >= patience else { return nil }
        let limit = Int((load.began.duration(to: load.deadline) / .seconds(1)).rounded())
        let others = otherCount > 0 ? " and \(otherCount) more" : ""
        let size = ByteText.text(load.byteCount)
        let facts = "\(others)  \(size), \(Int(elapsed / .seconds(1))) s of \(limit) s"
        let room = width - 1 - "loading ".count - facts.count
        let url = load.url.escapedForTerminal
        let shown = url.count <= room ? url : "\(url.prefix(max(0, room - 1)))…"
        return String("loading \(shown)\(facts)".prefix(max(0, width - 1)))
    }
}
