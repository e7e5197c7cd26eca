extension Rewriter {
    /// Makes the outcome of a push with several media, or with copies, what the user sees of it.
    ///
    /// - Parameters:
    ///   - result: The result by the verdicts on its media.
    ///   - notification: The push.
    ///   - context: Its terms.
    ///   - verdicts: The verdicts, in the order of the result's media.
    ///   - sent: The places of the media that the payload names copies of; `nil` where none are sent, and each file was
    ///     judged with its load.
    func settle(
        _ result: inout RewriteResult,
        of notification: Notification,
        under context: EvaluationContext,
        _ verdicts: [MediaVerdict],
        sent: Set<Int>?
    ) {
        guard result.outcome == .attached else { return }
        let policy = context.basis.policy
        let device = result.device
        var (kept, reasons): ([Attachment], [Reason]) = ([], [])
        var attachments = result.attachments[...]
        for (place, verdict) in verdicts.enumerated() where verdict.attachment != nil {
            guard let attachment = attachments.popFirst() else { break }
            let item = device.flatMap { place < $0.media.count ? $0.media[place] : nil }
            let isOriginal = verdict.isRepairedCopy && sent.map { !$0.contains(place) } ?? false
            let reference = result.media[place]
            if let reason = Self.loss(of: item, reference, isOriginal: isOriginal, verdict, under: policy) {
                reasons.append(reason.about(RedactedURL.withoutSecrets(reference.text), at: reference.pointer))
            } else {
                kept.append(attachment)
            }
        }
        if let device, let rules = policy.device, let shown = device.shown, shown != .media {
            kept = []
            if device.media.count > 1, let reason = Self.loss(ofAll: device, by: rules, under: policy) {
                reasons = [reason]
            }
        }
        guard kept.count < result.attachments.count else { return }
        result.attachments = kept
        if let shared = result.shared {
            result.verdicts = [shared.verdict]
            result.shared = nil
        }
        if let delivery = notification.delivery { reasons = delivery.located(reasons) }
        result.reasons = reasons + result.reasons
        guard kept.isEmpty else { return }
        result.outcome = .plain
        result.payload = Self.withoutMedia(notification, policy: policy)
        result.copies = [:]
        result.namesCopies = false
        for index in result.traces.indices { result.traces[index].byteCount = 0 }
    }

    /// Why the user does not see one file; `nil` for one that is shown, or of which nothing is predicted.
    private static func loss(
        of item: DeviceVerdict.Medium?,
        _ reference: MediaReference,
        isOriginal: Bool,
        _ verdict: MediaVerdict,
        under policy: Policy
    ) -> Reason? {
        guard let item, let rules = policy.device else { return isOriginal ? DeviceReason.unsentCopy : nil }
        guard let isAccepted = item.isAccepted, !isAccepted || item.isDrawn == false else { return nil }
        guard !isOriginal else { return DeviceReason.unsentCopy }
        let medium = DeviceMedium(reference, verdict)
        return DeviceReason.dropped(item, of: medium, by: rules, verdict.attachment?.format, policy)
    }

    /// Why the user sees none of several media, where it is not for one of them.
    private static func loss(ofAll device: DeviceVerdict, by rules: DeviceRules, under policy: Policy) -> Reason? {
        // An extension that does not answer after a failure takes as long.
        if device.delay ?? .zero >= EvaluationContext.extensionTime, rules.failure != .hang {
            return DeviceReason.tooLate(by: rules, under: policy)
        }
        return rules.isAllOrNothing ? DeviceReason.allOrNothing(by: rules, under: policy) : nil
    }
}
