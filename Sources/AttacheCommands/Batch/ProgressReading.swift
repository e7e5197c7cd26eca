/// What a meter makes of a run's progress.
struct ProgressEstimate: Sendable, Equatable {
    /// Items a second, of late.
    var itemsPerSecond: Double
    /// The part of the input that is done, 0 to 1, where its size is known.
    var fraction: Double?
    /// How long the rest will take at the pace of late, where it can be told.
    var remaining: Duration?
}
