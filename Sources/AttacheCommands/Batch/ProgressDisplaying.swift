import AttacheReports

/// Shows on standard error how far a run is, and what it came to.
protocol ProgressDisplay: Sendable {
    /// Shows how far the run is; called a few times a second, one call after the other.
    func update(_ snapshot: ProgressSnapshot)

    /// Takes away what is in the way of a line that somebody else writes; the next update brings it back.
    ///
    /// - Parameter write: Writes the line; nothing is shown meanwhile.
    func suspendDrawing(to write: () -> Void)

    /// Shows what the run came to; the last call.
    func end(_ summary: RunSummary)
}
