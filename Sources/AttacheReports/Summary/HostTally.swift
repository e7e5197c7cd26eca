/// What one host did in a run.
package struct HostTally: Sendable, Equatable {
    /// The host, as it was asked.
    package var host: String
    /// How long its transfers took; those that were asked of it in this run.
    package var transfers: DurationSummary
    /// Transfers that gave no file to attach.
    package var failureCount: Int

    /// Creates a tally.
    ///
    /// - Parameters:
    ///   - host: The host, as it was asked.
    ///   - transfers: How long its transfers took.
    ///   - failureCount: Transfers that gave no file to attach.
    package init(host: String, transfers: DurationSummary, failureCount: Int) {
        self.host = host
        self.transfers = transfers
        self.failureCount = failureCount
    }
}
