/// The part of a result that a run's database and its reports keep: everything but the payload and the content.
package struct ItemRecord: Sendable {
    /// The item's source, such as `campaign/users.ndjson#3`.
    package var source: String
    /// The sender's identifier of the item, as JSON text.
    package var identifier: [UInt8]?
    package var outcome: Outcome
    /// Whether the push shows less than its sender intended.
    package var isFallback: Bool
    /// The policy's name; `nil` when the item was rejected.
    package var policy: String?
    /// The network's name; `nil` when the item was rejected.
    package var network: String?
    /// The findings, the headline first.
    package var reasons: [Reason]
    package var attachments: [Attachment]
    package var timing: ResultTiming
    package var traces: [TransferRecord]

    package init(
        source: String,
        identifier: [UInt8]? = nil,
        outcome: Outcome,
        isFallback: Bool = false,
        policy: String? = nil,
        network: String? = nil,
        reasons: [Reason] = [],
        attachments: [Attachment] = [],
        timing: ResultTiming = ResultTiming(total: .zero),
        traces: [TransferRecord] = []
    ) {
        self.source = source
        self.identifier = identifier
        self.outcome = outcome
        self.isFallback = isFallback
        self.policy = policy
        self.network = network
        self.reasons = reasons
        self.attachments = attachments
        self.timing = timing
        self.traces = traces
    }

    package init(_ result: RewriteResult) {
        self.init(
            source: result.source,
            identifier: result.identifier,
            outcome: result.outcome,
            isFallback: result.isFallback,
            policy: result.policy,
            network: result.network,
            reasons: result.reasons,
            attachments: result.content?.attachments ?? [],
            timing: result.timing,
            traces: result.traces
        )
    }

    /// The finding that decided the outcome.
    package var headline: Reason? { reasons.headline }
}
