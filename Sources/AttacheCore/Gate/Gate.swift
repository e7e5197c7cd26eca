/// The gate stage: whether iOS would start the extension, and whether the extension would find media.
package struct Gate: Sendable {
    /// Limit of media that are evaluated in one payload; iOS shows the first.
    package static let mediaLimit = 16

    private let unread: UnreadMediaFinder

    /// Creates the stage; the media keys of `policies` are recognised where the policy in use does not read them.
    package init(policies: PolicySet) {
        self.unread = UnreadMediaFinder(policies: policies)
    }

    /// Returns the media to download, or the outcome of a push that ends here.
    package func decide(_ notification: Notification, under policy: Policy) -> GateDecision {
        decide(notification, under: policy, locations: policy.payload.locationFilter)
    }

    /// The same with the filter of the policy's media locations.
    func decide(_ notification: Notification, under policy: Policy, locations: RootKeyFilter) -> GateDecision {
        let found = MediaFinder.find(in: notification.payload, policy: policy, locations: locations)
        guard found.hasMedia else {
            let isShown = !notification.isBackgroundPush
            let missing = isShown ? unread.missing(in: notification, policy: policy) : nil
            let others = unread.findings(in: notification.payload, policy: policy, isShown: isShown)
            let findings = [missing].compactMap(\.self) + others
            guard !findings.isEmpty else { return .stop(GateStop(.untouched, [Self.noMedia(policy)])) }
            // What keeps the extension from starting comes first, as it would with the right policy.
            return .stop(GateStop(.untouched, [refusal(notification)].compactMap(\.self) + findings))
        }
        if let reason = refusal(notification) {
            return .stop(GateStop(.untouched, [reason]))
        }
        if let missing = policy.payload.missing(in: notification.payload.root) {
            return .stop(stop(missing: missing, policy: policy))
        }
        // Another app's key says nothing about the key of the vendor whose extension may be the receiver's.
        let others = unread.vendorKeys(in: notification.payload, policy: policy)
        guard !found.references.isEmpty else {
            return .stop(GateStop(.plain, found.problems + others))
        }
        return .media(found.references, warnings: warnings(notification) + found.problems + others)
    }

    /// The reason why iOS would not start the extension; `nil` when it would.
    private func refusal(_ notification: Notification) -> Reason? {
        if notification.isBackgroundPush { return Self.backgroundPush }
        if !notification.aps.hasVisibleAlert { return Self.noAlert }
        switch notification.aps.mutableContent {
        case .on, .onByUnusualValue: return nil
        case .absent: return Self.mutableContentMissing(notification.payload)
        case .off: return Self.mutableContentOff
        }
    }

    private func warnings(_ notification: Notification) -> [Reason] {
        notification.aps.mutableContent == .onByUnusualValue ? [Self.mutableContentUnusual] : []
    }

    private func stop(missing condition: PayloadCondition, policy: Policy) -> GateStop {
        let reason = Self.vendorKeyMissing(condition, policy: policy)
        switch policy.payload.onMissing {
        case .plain: return GateStop(.plain, [reason])
        case .untouched: return GateStop(.untouched, [reason])
        // The extension never calls its handler, so iOS shows the push as sent when its time limit is reached.
        case .hang:
            return GateStop(.plain, [Self.handlerNotCalled(policy), reason], deviceDelay: .seconds(30))
        }
    }
}

extension Gate {
    static let backgroundPush = Reason(
        .gateBackgroundPush,
        "iOS hands background pushes to the app and never starts the extension for them.",
        fix: "Send an alert push: apns-push-type \"alert\" and a non-empty aps.alert."
    )

    static let noAlert = Reason(
        .gateNoAlert,
        "iOS does not start the extension because the push shows no alert: title, subtitle and body are empty.",
        fix: "Add a non-empty \"alert\" to \"aps\"."
    )

    static let mutableContentOff = Reason(
        .gateMutableContentMissing,
        "iOS does not start the extension because aps.mutable-content is off.",
        fix: "Set \"mutable-content\": 1 in \"aps\"."
    )

    static let mutableContentUnusual = Reason(
        .gateMutableContentUnusual,
        "aps.mutable-content is neither a number nor a boolean; iOS reads it as 1, and relays may drop it.",
        fix: "Set \"mutable-content\": 1 in \"aps\"."
    )

    static func mutableContentMissing(_ payload: JSONDocument) -> Reason {
        let isBesideAPS = ["mutable-content", "mutable_content"].contains { payload.root[$0] != nil }
        let place = isBesideAPS ? "; it is beside \"aps\", where iOS ignores it" : ""
        return Reason(
            .gateMutableContentMissing,
            "iOS does not start the extension because \"aps\" has no mutable-content\(place).",
            fix: isBesideAPS
                ? "Move \"mutable-content\": 1 into \"aps\"." : "Add \"mutable-content\": 1 to \"aps\"."
        )
    }

    static func noMedia(_ policy: Policy) -> Reason {
        Reason(
            .gateNoMedia,
            policy.payload.media.isEmpty
                ? "The payload names no media, neither under a known media key nor by a URL with a media name."
                : "The payload names no media under the keys of the policy \"\(policy.name)\"."
        )
    }

    static func vendorKeyMissing(_ condition: PayloadCondition, policy: Policy) -> Reason {
        Reason(
            .gateVendorKeyMissing,
            "The extension of \"\(policy.name)\" loads no media because \(condition.text) is missing.",
            fix: "Add \(condition.text) as the vendor's own sender does."
        )
    }

    static func handlerNotCalled(_ policy: Policy) -> Reason {
        Reason(
            .gateHandlerNotCalled,
            "The extension of \"\(policy.name)\" never answers such a push; iOS shows it as sent after 30 s.",
            fix: "Add the keys that the vendor's extension needs, or leave the push without mutable-content."
        )
    }
}

/// The decision on a push: media to download, or its end.
package enum GateDecision: Sendable {
    case media([MediaReference], warnings: [Reason])
    case stop(GateStop)
}

/// The outcome of a push that ends at the gate.
package struct GateStop: Sendable, Equatable {
    /// `untouched` or `plain`.
    package var outcome: Outcome
    /// The reasons, the headline first.
    package var reasons: [Reason]
    /// The delay before the device shows the push: 30 s if the extension hangs.
    package var deviceDelay: Duration?

    package init(_ outcome: Outcome, _ reasons: [Reason], deviceDelay: Duration? = nil) {
        self.outcome = outcome
        self.reasons = reasons
        self.deviceDelay = deviceDelay
    }
}
