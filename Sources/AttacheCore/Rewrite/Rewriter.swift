/// The rewrite stage: what the device shows and what the sender should send.
package struct Rewriter: Sendable {
    /// Creates the stage.
    package init() {}

    /// The result for an item that is no deliverable push.
    ///
    /// - Parameters:
    ///   - item: The item.
    ///   - rejection: Why it is none.
    ///   - elapsed: Time since its arrival.
    /// - Returns: A result without content and payload.
    package func reject(_ item: InputItem, _ rejection: RejectedPayload, elapsed: Duration) -> RewriteResult {
        RewriteResult(
            identifier: rejection.identifier,
            origin: item.origin,
            outcome: .rejected,
            headers: rejection.headers,
            isEnvelope: rejection.identifier != nil || rejection.headers != nil,
            reasons: rejection.reasons,
            timing: ResultTiming(total: elapsed)
        )
    }

    /// The result for a push that ended at the gate.
    ///
    /// - Parameters:
    ///   - notification: The push.
    ///   - item: The item it came from.
    ///   - terms: The terms it was judged under.
    ///   - stop: How it ended.
    ///   - elapsed: Time since its arrival.
    /// - Returns: The notification as pushed; without the media members where the outcome is `plain`.
    package func rewrite(
        _ notification: Notification,
        of item: InputItem,
        under terms: EvaluationContext,
        stop: GateStop,
        elapsed: Duration
    ) -> RewriteResult {
        result(
            notification,
            of: item,
            under: terms,
            outcome: stop.outcome,
            attachments: [],
            reasons: stop.reasons,
            timing: ResultTiming(total: elapsed, device: stop.deviceDelay)
        )
    }

    /// The result for a push whose media were looked at.
    ///
    /// - Parameters:
    ///   - notification: The push.
    ///   - item: The item it came from.
    ///   - terms: The terms it was judged under.
    ///   - verdicts: What became of its media references.
    ///   - warnings: What the gate found at risk.
    ///   - elapsed: Time since its arrival.
    /// - Returns: `attached` when one of the media is, `plain` otherwise.
    package func rewrite(
        _ notification: Notification,
        of item: InputItem,
        under terms: EvaluationContext,
        verdicts: VerdictCollection,
        warnings: [Reason],
        elapsed: Duration
    ) -> RewriteResult {
        var result = result(
            notification,
            of: item,
            under: terms,
            outcome: verdicts.attachments.isEmpty ? .plain : .attached,
            attachments: verdicts.attachments,
            reasons: Self.joined(
                verdicts.reasons,
                warnings,
                LintRules.findings(for: notification, policy: terms.basis.policy)
            ),
            timing: ResultTiming(
                total: elapsed,
                transfer: verdicts.transfer,
                inspection: verdicts.inspection,
                device: verdicts.deviceTime
            ),
            traces: verdicts.traces
        )
        result.shared = verdicts.shared
        return result
    }

    private func result(
        _ notification: Notification,
        of item: InputItem,
        under terms: EvaluationContext,
        outcome: Outcome,
        attachments: [Attachment],
        reasons: [Reason],
        timing: ResultTiming,
        traces: [TransferRecord] = []
    ) -> RewriteResult {
        let received = notification.payload.bytes
        let payload = outcome == .plain ? Self.withoutMedia(notification.payload, policy: terms.basis.policy) : received
        return RewriteResult(
            identifier: notification.identifier,
            origin: item.origin,
            outcome: outcome,
            policy: terms.basis.policy.name,
            network: terms.basis.network.name,
            content: NotificationContent(aps: notification.aps, userInfo: received, attachments: attachments),
            payload: payload,
            headers: notification.envelope?.headers.text,
            isEnvelope: notification.envelope != nil,
            reasons: Self.joined(reasons, terms.findings, notification.findings),
            timing: timing,
            traces: traces
        )
    }

    /// Lists one after the other; most are empty, and then the first is handed on as it is.
    private static func joined(_ first: [Reason], _ second: [Reason], _ third: [Reason]) -> [Reason] {
        second.isEmpty && third.isEmpty ? first : first + second + third
    }

    /// The payload without the media members of the dialect, and with everything else as it was.
    private static func withoutMedia(_ payload: JSONDocument, policy: Policy) -> [UInt8] {
        let paths = policy.payload.media.flatMap { [$0.url, $0.type].compactMap { $0 } }
        let members = paths.flatMap { $0.matches(in: payload.root) }.map(\.value)
        return members.isEmpty ? payload.bytes : payload.removing(members).bytes
    }
}

/// The rules that only warn, run on pushes that name media.
enum LintRules {
    /// What the policy's lint rules find.
    static func findings(for notification: Notification, policy: Policy) -> [Reason] {
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
