/// What a run's ledger and its reports keep of one item: everything but the payload and the content.
package struct ItemRecord: Sendable {
    /// Where the item came from, such as `campaign/users.ndjson#3`.
    package var source: String
    /// The sender's own name for the item, as JSON text.
    package var identifier: [UInt8]?
    /// What became of it.
    package var outcome: Outcome
    /// Whether the push shows less than its sender meant it to.
    package var isFallback: Bool
    /// The policy's name; `nil` when the item was rejected.
    package var policy: String?
    /// The network's name; `nil` when the item was rejected.
    package var network: String?
    /// The findings, the headline first.
    package var reasons: [Reason]
    /// The media that the notification shows.
    package var attachments: [Attachment]
    /// Where the time went.
    package var timing: ResultTiming
    /// What each media reference took.
    package var traces: [TransferRecord]

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - source: Where the item came from.
    ///   - identifier: The sender's own name for the item, as JSON text.
    ///   - outcome: What became of it.
    ///   - isFallback: Whether the push shows less than its sender meant it to.
    ///   - policy: The policy's name.
    ///   - network: The network's name.
    ///   - reasons: The findings, the headline first.
    ///   - attachments: The media that the notification shows.
    ///   - timing: Where the time went.
    ///   - traces: What each media reference took.
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

    /// Keeps what matters of a result.
    ///
    /// - Parameter result: The result.
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

    /// The finding that decided the outcome: the first that blocks.
    package var headline: Reason? { reasons.first { $0.severity == .block } }
}
