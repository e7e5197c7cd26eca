import AttacheReports

/// Shows nothing.
struct SilentDisplay: ProgressDisplaying {
    func update(_ snapshot: ProgressSnapshot) {}

    func giveWay(to write: () -> Void) { write() }

    func end(_ summary: RunSummary) {}
}
