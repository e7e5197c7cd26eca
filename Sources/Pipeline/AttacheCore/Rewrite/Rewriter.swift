/// The rewrite stage: the content that the device shows and the payload that the sender should send.
package struct Rewriter: Sendable {
    package init() {}

    /// The result for an item that is not a deliverable push, without content and payload; `elapsed` is the time since
    /// its arrival.
    package func reject(_ item: InputItem, _ rejection: RejectedPayload, elapsed: Duration) -> RewriteResult {
        RewriteResult(of: item, rejection, elapsed: elapsed)
    }

    /// The result for a push that ended at the gate: the notification as pushed, without the media members if the
    /// outcome is `plain`.
    package func rewrite(
        _ notification: Notification,
        of item: InputItem,
        under context: EvaluationContext,
        stop: GateStop,
        elapsed: Duration
    ) -> RewriteResult {
        let outcome = Self.outcome(of: stop, notification, under: context)
        return RewriteResult(
            of: item,
            notification,
            under: context,
            outcome,
            payload: Self.payload(of: notification, under: context, outcome),
            reasons: FoundReasons(stop.reasons, under: context, isLinted: false),
            timing: ResultTiming(total: elapsed, device: stop.deviceDelay),
            stop: stop
        )
    }

    /// The result for a push whose media were examined: `attached` when at least one of them is, `plain` otherwise. The
    /// warnings come from the gate.
    package func rewrite(
        _ notification: Notification,
        of item: InputItem,
        under context: EvaluationContext,
        verdicts: VerdictCollection,
        media: [MediaReference] = [],
        warnings: [Reason],
        elapsed: Duration
    ) -> RewriteResult {
        let outcome = verdicts.attachments.isEmpty ? Outcome.plain : .attached
        return RewriteResult(
            of: item,
            notification,
            under: context,
            outcome,
            payload: Self.payload(of: notification, under: context, outcome),
            reasons: FoundReasons(verdicts.reasons, warnings: warnings, under: context, isLinted: true),
            timing: ResultTiming(
                total: elapsed,
                transfer: verdicts.transfer,
                inspection: verdicts.inspection,
                device: verdicts.deviceTime
            ),
            verdicts: verdicts,
            media: media
        )
    }

    /// The outcome at the gate; `rewritten` for a push without media whose text the extension changes.
    private static func outcome(
        of stop: GateStop,
        _ push: Notification,
        under context: EvaluationContext
    ) -> Outcome {
        guard stop.outcome == .untouched, let rules = context.basis.policy.device, !rules.texts.isEmpty,
            DevicePredictor(context.basis)?.verdict(stop, push.payload).shown == .changedText
        else { return stop.outcome }
        return .rewritten
    }

    /// What the sender should send.
    private static func payload(
        of push: Notification,
        under context: EvaluationContext,
        _ outcome: Outcome
    ) -> [UInt8] {
        outcome == .plain
            ? withoutMedia(push, policy: context.basis.policy) : push.delivery?.request.bytes ?? push.payload.bytes
    }

    /// The payload or request without the media members of the dialect; everything else is unchanged.
    static func withoutMedia(_ notification: Notification, policy: Policy) -> [UInt8] {
        let payload = notification.payload
        let paths = policy.payload.media.flatMap { [$0.url, $0.type].compactMap { $0 } }
        let members = paths.flatMap { $0.matches(in: payload.root) }.map(\.value)
        if let delivery = notification.delivery { return delivery.request(without: members) }
        return members.isEmpty ? payload.bytes : payload.removing(members).bytes
    }
}

/// Rules that only warn, for pushes with media.
package enum LintRules {
    package static func findings(for notification: Notification, policy: Policy) -> [Reason] {
        policy.lints.flatMap { rule in
            switch rule {
            case .mediaWithActions: MediaWithActionsLint.findings(for: notification)
            }
        }
    }
}

/// Media and action buttons in one push: only the thumbnail shows, the expanded viewer does not.
///
/// Source: Hive documentation, media notifications: "one of the two per push".
enum MediaWithActionsLint {
    static func findings(for notification: Notification) -> [Reason] {
        guard let category = notification.aps.categoryIdentifier else { return [] }
        return [
            Reason(
                .lintMediaWithActions,
                "The push names media and the action category \"\(category)\"; only the thumbnail will show.",
                fix: "Send media or action buttons, not both in one push."
            )
        ]
    }
}

/// The combined verdicts on all media of one payload.
///
/// The lists of the first verdict are used unchanged; nearly every payload has only one.
package struct VerdictCollection: Sendable {
    /// The shown media, with distinct identifiers.
    private(set) var attachments: [Attachment] = []
    /// The findings, in the order of the references.
    private(set) var reasons: [Reason] = []
    private(set) var traces: [TransferRecord] = []
    private(set) var transfer = TransferTiming()
    private(set) var inspection = Duration.zero
    /// The sum of the receiving device's times; `nil` when unknown.
    private(set) var deviceTime: Duration?
    /// The only verdict, if other items share it.
    private(set) var shared: EncodedVerdict?
    /// The verdicts one by one; none for `shared`.
    private(set) var single: [MediaVerdict] = []
    private(set) var count = 0

    /// The verdicts in the order of the references.
    var all: [MediaVerdict] { shared.map { [$0.verdict] } ?? single }

    package mutating func add(_ verdict: MediaVerdict, of reference: MediaReference) {
        if let shared { single.append(shared.verdict) }
        single.append(verdict)
        count += 1
        transfer += verdict.timing
        inspection += verdict.inspection
        if let time = verdict.deviceTime { deviceTime = (deviceTime ?? .zero) + time }
        if let attachment = verdict.attachment { add(attachment) }
        reasons += Self.reasons(verdict.reasons, about: reference)
        if let trace = verdict.trace { traces.append(trace) }
        shared = nil
    }

    /// Adds a verdict that other items share.
    mutating func add(_ shared: EncodedVerdict, of reference: MediaReference) {
        guard count == 0 else { return add(shared.verdict, of: reference) }
        // The times of its transfer are another item's.
        count = 1
        deviceTime = shared.verdict.deviceTime
        attachments = shared.attachments
        reasons = Self.reasons(shared.verdict.reasons, about: reference)
        traces = shared.traces
        self.shared = shared
    }

    /// The reasons of a verdict, which another item may have got for the same URL under another key.
    private static func reasons(_ reasons: [Reason], about reference: MediaReference) -> [Reason] {
        reasons.isEmpty || reasons[0].pointer.map(reference.isAt) ?? false ? reasons : reasons.about(reference)
    }

    /// Adds an attachment; a repeated file gets another identifier.
    private mutating func add(_ attachment: Attachment) {
        var attachment = attachment
        let same = attachments.count { $0.file.sha256 == attachment.file.sha256 }
        if same > 0 { attachment.identifier += "-\(same + 1)" }
        attachments.append(attachment)
    }
}
