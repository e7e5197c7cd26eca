import AttacheOptions
import AttacheReports
import Glibc

/// Shows nothing while the run goes on, and at the end what it came to.
struct SummaryOnlyDisplay: ProgressDisplay {
    let style: Style

    func update(_ snapshot: ProgressSnapshot) {}

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary) {
        // A closed standard error is no reason to stop.
        _ = DescriptorWriter.writeAll(Array(RunSummaryText(style: style).render(summary).utf8), to: STDERR_FILENO)
    }
}
