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
        under terms: ItemTerms,
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
    ///   - verdicts: What became of each media reference, in order.
    ///   - warnings: What the gate found at risk.
    ///   - elapsed: Time since its arrival.
    /// - Returns: `attached` when one of the media is, `plain` otherwise.
    package func rewrite(
        _ notification: Notification,
        of item: InputItem,
        under terms: ItemTerms,
        verdicts: [MediaVerdict],
        warnings: [Reason],
        elapsed: Duration
    ) -> RewriteResult {
        let attachments = Self.distinct(verdicts.compactMap(\.attachment))
        var transfer = TransferTiming()
        for verdict in verdicts { transfer += verdict.timing }
        let deviceTimes = verdicts.compactMap(\.deviceTime)
        var result = result(
            notification,
            of: item,
            under: terms,
            outcome: attachments.isEmpty ? .plain : .attached,
            attachments: attachments,
            reasons: verdicts.flatMap(\.reasons) + warnings
                + LintRules.findings(for: notification, policy: terms.policy),
            timing: ResultTiming(
                total: elapsed,
                transfer: transfer,
                inspection: verdicts.reduce(.zero) { $0 + $1.inspection },
                device: deviceTimes.isEmpty ? nil : deviceTimes.reduce(.zero, +)
            ),
            traces: verdicts.compactMap(\.trace)
        )
        result.accounts = verdicts.compactMap(\.account)
        return result
    }

    private func result(
        _ notification: Notification,
        of item: InputItem,
        under terms: ItemTerms,
        outcome: Outcome,
        attachments: [Attachment],
        reasons: [Reason],
        timing: ResultTiming,
        traces: [MediaTrace] = []
    ) -> RewriteResult {
        let received = notification.payload.bytes
        let payload = outcome == .plain ? Self.withoutMedia(notification.payload, policy: terms.policy) : received
        return RewriteResult(
            identifier: notification.envelope?.identifier,
            origin: item.origin,
            outcome: outcome,
            policy: terms.policy.name,
            network: terms.network.name,
            content: NotificationContent(aps: notification.aps, userInfo: received, attachments: attachments),
            payload: payload,
            headers: notification.envelope?.headers.text,
            isEnvelope: notification.envelope != nil,
            reasons: reasons + terms.findings + notification.findings,
            timing: timing,
            traces: traces
        )
    }

    /// The same file twice needs two identifiers.
    private static func distinct(_ attachments: [Attachment]) -> [Attachment] {
        var counts: [String: Int] = [:]
        return attachments.map { attachment in
            var attachment = attachment
            let count = counts[attachment.identifier, default: 0] + 1
            counts[attachment.identifier] = count
            if count > 1 { attachment.identifier += "-\(count)" }
            return attachment
        }
    }

    /// The payload without the media members of the dialect, and with everything else as it was.
    private static func withoutMedia(_ payload: JSONDocument, policy: Policy) -> [UInt8] {
        let paths = policy.payload.media.flatMap { [$0.url, $0.type].compactMap { $0 } }
        let members = paths.flatMap { $0.matches(in: payload.root) }.map(\.value)
        return members.isEmpty ? payload.bytes : payload.removing(members).bytes
    }
}
