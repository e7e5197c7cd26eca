/// Everything there is to say about one payload.
package struct RewriteResult: Sendable {
    /// The sender's own name for the item, as JSON text.
    package var identifier: [UInt8]?
    /// Where the item came from.
    package var source: String
    /// What became of it.
    package var outcome: Outcome
    /// The policy's name; `nil` when the item was rejected.
    package var policy: String?
    /// The network's name; `nil` when the item was rejected.
    package var network: String?
    /// What the device shows; `nil` when the item was rejected.
    package var content: NotificationContent?
    /// What to send, as JSON text; `nil` when the item was rejected.
    package var payload: [UInt8]?
    /// The APNs headers of the envelope, as JSON text.
    package var headers: [UInt8]?
    /// Whether the input was an envelope.
    package var isEnvelope: Bool
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// Where the time went.
    package var timing: ResultTiming

    /// The finding that decided the outcome: the first that blocks.
    package var headline: Reason? { reasons.first { $0.severity == .block } }

    /// Whether the push shows less than its sender meant it to: named media that are not shown.
    package var isFallback: Bool {
        outcome == .plain || (outcome == .untouched && headline != nil)
    }
}
