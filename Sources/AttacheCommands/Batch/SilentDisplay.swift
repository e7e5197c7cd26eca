import AttacheReports

/// Shows nothing.
struct SilentDisplay: ProgressDisplaying {
    func update(_ snapshot: ProgressSnapshot) {}

    func clear() {}

    func end(_ summary: RunSummary) {}
}
