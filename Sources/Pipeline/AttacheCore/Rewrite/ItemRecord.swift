/// The part of a result that a run's database and its reports keep: everything but the payload and the content.
package struct ItemRecord: Sendable {
    /// What items with the same verdict have in common.
    struct Content: Sendable, Equatable {
        var outcome: Outcome
        var isFallback: Bool
        var policy: String?
        var network: String?
        var reasons: [Reason]
        var attachments: [Attachment]
        var traces: [TransferRecord]
    }

    /// An object, so that a copy of a record does not retain each member.
    final class SharedContent: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    /// The item's source, such as `campaign/users.ndjson#3`.
    package var source: String
    /// The sender's identifier of the item, as JSON text.
    package var identifier: [UInt8]?
    package var timing: ResultTiming
    private var shared: SharedContent
    /// Whether other records may have the same object.
    private var isShared = false

    /// The object of this record and of others that differ in source, identifier and times only; `nil` where each has its
    /// own.
    package var common: (any AnyObject & Sendable)? { isShared ? shared : nil }

    package var outcome: Outcome {
        get { shared.content.outcome }
        set { change { $0.outcome = newValue } }
    }
    /// Whether the push shows less than its sender intended.
    package var isFallback: Bool {
        get { shared.content.isFallback }
        set { change { $0.isFallback = newValue } }
    }
    /// The policy's name; `nil` when the item was rejected.
    package var policy: String? {
        get { shared.content.policy }
        set { change { $0.policy = newValue } }
    }
    /// The network's name; `nil` when the item was rejected.
    package var network: String? {
        get { shared.content.network }
        set { change { $0.network = newValue } }
    }
    /// The findings, the headline first.
    package var reasons: [Reason] {
        get { shared.content.reasons }
        set { change { $0.reasons = newValue } }
    }
    package var attachments: [Attachment] {
        get { shared.content.attachments }
        set { change { $0.attachments = newValue } }
    }
    package var traces: [TransferRecord] {
        get { shared.content.traces }
        set { change { $0.traces = newValue } }
    }

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
        self.timing = timing
        let content = Content(
            outcome: outcome,
            isFallback: isFallback,
            policy: policy,
            network: network,
            reasons: reasons,
            attachments: attachments,
            traces: traces
        )
        shared = SharedContent(content)
    }

    package init(_ result: RewriteResult) {
        source = result.source
        identifier = result.identifier
        timing = result.timing
        let content = Content(
            outcome: result.outcome,
            isFallback: result.isFallback,
            policy: result.policy,
            network: result.network,
            reasons: result.reasons,
            attachments: result.attachments,
            traces: result.traces
        )
        isShared = result.shared != nil
        shared = result.shared?.content(equalTo: content) ?? SharedContent(content)
    }

    private mutating func change(_ body: (inout Content) -> Void) {
        var content = shared.content
        body(&content)
        shared = SharedContent(content)
        isShared = false
    }

    /// The finding that decided the outcome.
    package var headline: Reason? { reasons.headline }
}
