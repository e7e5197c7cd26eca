import AttacheSystem

/// The result of one payload.
public struct RewriteResult: Sendable {
    /// What most members follow from when they are asked for.
    private enum Subject: Sendable {
        case push(Notification, EvaluationContextShared)
        case rejected(Rejection)
    }

    private final class Rejection: Sendable {
        let payload: RejectedPayload

        init(_ payload: RejectedPayload) { self.payload = payload }
    }

    /// The source of the item; its text is built on demand.
    package var origin: ItemSource
    /// The outcome.
    public package(set) var outcome: Outcome
    private let subject: Subject
    /// The payload or request to send, as JSON text; `nil` when the item was rejected.
    public package(set) var payload: [UInt8]?
    private var found: FoundReasons
    /// Times of the stages.
    package let timing: ResultTiming
    /// The media that the push shows, the first of them in its banner.
    public internal(set) var attachments: [Attachment]
    /// One record per media transfer.
    package var traces: [TransferRecord]
    /// The media that were evaluated, in the order of evaluation; none for a push that ended at the gate.
    package var media: [MediaReference]
    /// The verdicts on them one by one; none for a shared one.
    var verdicts: [MediaVerdict]
    /// Whether the payload to send names copies of media in place of their URLs.
    package var namesCopies = false
    /// The shared, already encoded verdict, when the item's only media has one.
    var shared: EncodedVerdict?
    /// The end of a push at the gate.
    private let stop: GateStop?
    /// The copies that the payload to send names in place of media, by the place of the media file.
    var copies: [Int: DeviceMedium] = [:]
    private let isShorter: Bool

    /// Creates the result of a rejected item.
    init(of item: InputItem, _ rejection: RejectedPayload, elapsed: Duration) {
        origin = item.origin
        outcome = .rejected
        subject = .rejected(Rejection(rejection))
        found = FoundReasons(rejection.reasons)
        stop = nil
        (attachments, traces, media, verdicts) = ([], [], [], [])
        timing = ResultTiming(total: elapsed)
        isShorter = false
    }

    /// Creates the result of a push under its terms, which has ended at the gate or has verdicts on its media.
    ///
    /// It is complete then: a change of it would make a copy, which is large.
    init(
        of item: InputItem,
        _ push: Notification,
        under context: EvaluationContext,
        _ outcome: Outcome,
        payload: [UInt8],
        reasons: FoundReasons,
        timing: ResultTiming,
        stop: GateStop? = nil,
        verdicts: VerdictCollection = VerdictCollection(),
        media: [MediaReference] = []
    ) {
        origin = item.origin
        self.outcome = outcome
        subject = .push(push, context.basis)
        self.payload = payload
        found = reasons
        self.timing = timing
        isShorter = context.hasShorterTimeout
        self.stop = stop
        attachments = verdicts.attachments
        traces = verdicts.traces
        shared = verdicts.shared
        self.verdicts = verdicts.single
        self.media = media
    }

    private var push: Notification? {
        if case .push(let push, _) = subject { push } else { nil }
    }

    private var basis: EvaluationContextShared? {
        if case .push(_, let basis) = subject { basis } else { nil }
    }

    private var rejection: RejectedPayload? {
        if case .rejected(let rejection) = subject { rejection.payload } else { nil }
    }

    /// The item's identifier as JSON text.
    public var identifier: [UInt8]? { push?.identifier ?? rejection?.identifier }

    /// The policy's name; `nil` when the item was rejected.
    public var policy: String? { basis?.policy.name }

    /// The network's name; `nil` when the item was rejected.
    public var network: String? { basis?.network.name }

    /// The shape of a request to a push service, such as `fcm-v1`, of which the content is what the phone receives;
    /// `nil` for a payload.
    public var shape: String? { push?.delivery?.shape ?? rejection?.shape }

    /// The APNs headers of the envelope, as JSON text.
    package var headers: [UInt8]? { push?.envelope?.headers.text ?? rejection?.headers }

    /// Whether the input was an envelope.
    package var isEnvelope: Bool {
        switch subject {
        case .push(let push, _): push.envelope != nil
        case .rejected(let rejection): rejection.payload.identifier != nil || rejection.payload.headers != nil
        }
    }

    /// The content the device shows; `nil` when the item was rejected.
    package var content: NotificationContent? {
        guard case .push(let push, let basis) = subject else { return nil }
        var content = NotificationContent(push, under: basis.policy, attachments)
        if let rules = basis.policy.device, !rules.texts.isEmpty, let device { content.texts = device.texts }
        return content
    }

    /// The number of bytes that the phone receives; `nil` when the item was rejected.
    var receivedCount: Int? { push?.payload.bytes.count }

    /// The reasons, the headline first.
    public package(set) var reasons: [Reason] {
        get {
            guard case .push(let push, let basis) = subject else { return found.unplaced }
            return found.all(of: push, under: basis.policy)
        }
        set { found = FoundReasons(newValue) }
    }

    /// Whether one of the reasons meets a condition on its code; lints only warn and count for nothing.
    package func hasReason(where isWanted: (ReasonCode) -> Bool) -> Bool {
        found.contain(where: isWanted) || push?.findings.contain(where: isWanted) ?? false
    }

    /// Times of the stages.
    public var times: StageTimes { StageTimes(timing) }

    /// Whether each stage ran, and whether it passed.
    package var stages: StageReport { stages(reasons) }

    /// The same with the reasons, for a caller that has them.
    func stages(_ reasons: [Reason]) -> StageReport {
        StageReport(
            outcome: outcome,
            hasMedia: !media.isEmpty,
            traces: traces,
            isAttached: !attachments.isEmpty,
            reasons: reasons
        )
    }

    /// What the device's behaviour is predicted from; `nil` for a policy without device rules.
    var devicePush: DevicePush? {
        guard case .push(let push, let basis) = subject, basis.policy.isVendor else { return nil }
        return DevicePush(
            payload: push.payload,
            basis: basis,
            hasShorterTimeout: isShorter,
            stop: stop,
            verdicts: verdicts,
            copies: copies
        )
    }

    /// What the phone does under the policy's extension, predicted at each use; `nil` for a policy without device
    /// rules.
    package var device: DeviceVerdict? { devicePush?.verdict(media, shared: shared?.verdict) }

    /// What the responses for `media` showed, in their order; none under a policy without device rules.
    package var responses: [ResponseFacts?] {
        guard basis?.policy.isVendor ?? false else { return [] }
        return shared.map { [$0.verdict.facts] } ?? verdicts.map(\.facts)
    }

    /// Whether the loads had less time than the extension has; `false` under a policy without device rules.
    package var hasShorterTimeout: Bool { isShorter && basis?.policy.isVendor ?? false }

    /// The name of the vendor whose extension `device` is about.
    package var deviceVendor: String? { basis?.policy.device?.vendor }

    /// The source of the item, such as `campaign.ndjson#3`.
    public var source: String { origin.description }

    /// The reason that decided the outcome: the first that blocks, otherwise a media URL that no policy in use reads.
    public var headline: Reason? { reasons.headline }

    /// Whether the push names media that are not shown, or that no policy in use reads, even beside media that are shown.
    public var isFallback: Bool {
        outcome == .plain || ([.untouched, .rewritten].contains(outcome) && headline != nil)
            || (outcome == .attached && hasReason { $0 == .gateMediaUnread })
    }
}

extension [Reason] {
    /// The reason that decided the outcome: the first that blocks, otherwise a media URL that no policy in use reads.
    package var headline: Reason? {
        first { $0.severity == .block } ?? first { $0.code == .gateMediaUnread }
    }
}

/// The content a device shows: the members of `UNNotificationContent`.
package struct NotificationContent: Sendable, Equatable {
    /// Text, badge, sound and other members of `aps`, as pushed.
    package var aps: APSDictionary
    /// The texts that the extension sets in place of those of `aps`.
    package var texts = DeviceVerdict.Texts()
    /// The payload as received, as JSON text.
    package var userInfo: [UInt8]
    /// The media, the first of which is shown in the banner.
    package var attachments: [Attachment]
    /// The buttons of a category that the vendor's SDK registers.
    package var actions: [PresetCategories.Action] = []

    package var title: String? { texts.title ?? aps.title }
    package var subtitle: String? { texts.subtitle ?? aps.subtitle }
    package var body: String? { texts.body ?? aps.body }
}

extension NotificationContent {
    /// The content with what the extension and the SDK of the policy add to it: a thread, and buttons of a preset.
    init(_ push: Notification, under policy: Policy, _ attachments: [Attachment]) {
        self.init(aps: push.aps, userInfo: push.payload.bytes, attachments: attachments)
        let rules = policy.payload
        let isRead = [.on, .onByUnusualValue].contains(aps.mutableContent) && aps.hasVisibleAlert
        if !rules.group.isEmpty, isRead { aps.group = rules.group(in: push.payload.root) }
        if let presets = rules.categories, let category = aps.categoryIdentifier {
            actions = presets.actions(of: category)
        }
    }
}
