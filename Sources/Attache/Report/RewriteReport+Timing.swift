public import AttacheCore

extension RewriteReport {
    /// Where the time went, to the microsecond.
    public struct Timing: Sendable, Equatable {
        /// From the item's arrival to its result.
        public let total: Duration
        /// What the receiving device would need, where the link model tells.
        public let device: Duration?
        private let stages: [StageTimes.Stage: Duration]

        /// The time of one stage.
        ///
        /// - Parameter stage: The stage.
        /// - Returns: How long it took, or `nil` when nobody was asked.
        public subscript(_ stage: StageTimes.Stage) -> Duration? { stages[stage] }

        init(_ object: ReportObject) throws(RewriteReportError) {
            total = try object.required("total_ms", object.duration("total_ms"))
            device = try object.duration("device_ms")
            var stages: [StageTimes.Stage: Duration] = [:]
            for stage in StageTimes.Stage.allCases { stages[stage] = try object.duration("\(stage.rawValue)_ms") }
            self.stages = stages
        }
    }
}
