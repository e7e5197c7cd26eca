/// How long one stage took over a run.
package struct StageSummary: Sendable, Equatable {
    /// The stage.
    package var stage: TimedStage
    /// Its durations, of the items for which it took place: a reused connection has no `connect` and no `tls`.
    package var durations: DurationSummary

    /// Creates a summary.
    ///
    /// - Parameters:
    ///   - stage: The stage.
    ///   - durations: Its durations.
    package init(stage: TimedStage, durations: DurationSummary) {
        self.stage = stage
        self.durations = durations
    }
}
