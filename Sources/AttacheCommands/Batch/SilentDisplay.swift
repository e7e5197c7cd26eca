import AttacheReports

/// Shows nothing.
struct SilentDisplay: ProgressDisplay {
    func update(_ snapshot: ProgressSnapshot) {}

    func suspendDrawing(to write: () -> Void) { write() }

    func end(_ summary: RunSummary) {}
}
