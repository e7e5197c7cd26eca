/// How a push ends at the gate.
package struct GateStop: Sendable, Equatable {
    /// `untouched` or `plain`.
    package var outcome: Outcome
    /// Why, the headline first.
    package var reasons: [Reason]
    /// How long the device would wait before it shows the push; 30 s where the extension hangs.
    package var deviceDelay: Duration?

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - outcome: `untouched` or `plain`.
    ///   - reasons: Why, the headline first.
    ///   - deviceDelay: How long the device would wait before it shows the push.
    package init(_ outcome: Outcome, _ reasons: [Reason], deviceDelay: Duration? = nil) {
        self.outcome = outcome
        self.reasons = reasons
        self.deviceDelay = deviceDelay
    }
}
