/// What can be said of a URL without a socket.
package struct URLJudgement: Sendable, Equatable {
    /// The URL in its normalised form, or `nil` when its form is unusable.
    package let url: MediaURL?
    /// Every finding: what blocks before what only is worth knowing, and in each the device's before the operator's.
    package let reasons: [Reason]
    /// Whether nothing stands against loading it.
    package let isPermitted: Bool

    /// Creates a judgement.
    ///
    /// - Parameters:
    ///   - url: The URL in its normalised form, or `nil` when its form is unusable.
    ///   - findings: Every finding, the device's before the operator's.
    package init(url: MediaURL?, findings: [Reason]) {
        self.url = url
        isPermitted = url != nil && !findings.contains { $0.severity == .block }
        // What blocks comes first, in its order; the rest stays worth knowing.
        reasons =
            isPermitted || findings.count < 2
            ? findings
            : findings.filter { $0.severity == .block } + findings.filter { $0.severity != .block }
    }
}
