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
        let found = MediaFinder.find(in: notification.payload, policy: policy)
        guard found.hasMedia else { return .stop(withoutMedia(notification, policy: policy, found.unread)) }
        if let reason = Self.startFaults(notification).first {
            return .stop(GateStop(.untouched, [reason]))
        }
        if let missing = policy.payload.missing(in: notification.payload.root) {
            let reason = Self.vendorKeyMissing(missing, policy: policy)
            return .stop(Self.stop(policy.payload.onMissing, [reason], policy))
        }
        if let fault = policy.payload.malformed(in: notification.payload.root) {
            let behaviour = policy.payload.onMalformed ?? policy.payload.onMissing
            return .stop(Self.stop(behaviour, [Self.malformed(fault, policy: policy)], policy))
        }
        // Another app's key says nothing about the key of the vendor whose extension may be the receiver's.
        let others = unread.vendorKeys(in: notification.payload, policy: policy)
        guard !found.references.isEmpty else {
            return .stop(GateStop(.plain, found.problems + others, end: .withoutMedium))
        }
        if let rules = policy.device, let place = rules.otherURLs,
            found.references.allSatisfy({ rules.isElsewhere($0.text) })
        {
            let unchecked = found.references.map { Self.elsewhere($0, place) }
            let reasons = unchecked + Self.warnings(notification) + found.problems + others
            return .stop(GateStop(.untouched, reasons, end: .elsewhere))
        }
        return .media(found.references, warnings: Self.warnings(notification) + found.problems + others)
    }

    /// The reasons why iOS would not start the extension, the first of which decides; none when it would.
    package static func startFaults(_ notification: Notification) -> [Reason] {
        if notification.isBackgroundPush { return [backgroundPush] }
        let alert = notification.aps.hasVisibleAlert ? [] : [noAlert]
        switch notification.aps.mutableContent {
        case .on, .onByUnusualValue: return alert
        case .absent: return alert + [mutableContentMissing(notification.payload)]
        case .off: return alert + [mutableContentOff]
        }
    }

    /// What iOS takes, and others may not.
    package static func warnings(_ notification: Notification) -> [Reason] {
        notification.aps.mutableContent == .onByUnusualValue ? [mutableContentUnusual] : []
    }

    /// The end of a push with media, of which the extension reads none for these reasons.
    private static func stop(
        _ behaviour: PayloadRules.MissingBehaviour,
        _ reasons: [Reason],
        _ policy: Policy
    ) -> GateStop {
        switch behaviour {
        case .plain: GateStop(.plain, reasons, end: .declines)
        case .untouched: GateStop(.untouched, reasons, end: .declines)
        case .hang: GateStop(.plain, [handlerNotCalled(policy)] + reasons, end: .hangs)
        }
    }

    /// The end of a push in which the extension finds no media: `unread` are those that it passes over.
    ///
    /// The extension runs for such a push too, and may leave it without an answer.
    private func withoutMedia(_ notification: Notification, policy: Policy, _ unread: [Reason]) -> GateStop {
        let isShown = !notification.isBackgroundPush
        let missing = isShown ? self.unread.missing(in: notification, policy: policy) : nil
        let reported = Set(unread.map(\.pointer))
        let others = self.unread.findings(in: notification.payload, policy: policy, isShown: isShown)
            .filter { !reported.contains($0.pointer) }
        let findings = [missing].compactMap(\.self) + unread + others
        let refused = Self.startFaults(notification).first
        // What keeps the extension from starting comes first, as it would with the right policy.
        let reasons = findings.isEmpty ? [Self.noMedia(policy)] : [refused].compactMap(\.self) + findings
        var stop = GateStop(.untouched, reasons)
        guard refused == nil else { return stop }
        let root = notification.payload.root
        if let condition = policy.payload.missing(in: root) {
            stop.end = .declines
            if policy.payload.onMissing == .hang {
                stop.end = .hangs
                stop.reasons =
                    [Self.handlerNotCalled(policy), Self.vendorKeyMissing(condition, policy: policy)] + reasons
            }
        } else if let fault = policy.payload.malformed(in: root) {
            let isHanging = (policy.payload.onMalformed ?? policy.payload.onMissing) == .hang
            stop.end = isHanging ? .hangs : .declines
            stop.reasons =
                (isHanging ? [Self.handlerNotCalled(policy)] : [])
                + [Self.malformed(fault, policy: policy)] + reasons.filter { $0.pointer != fault.pointer }
        } else {
            stop.end = .withoutMedium
            if policy.device?.failure == .hang {
                stop.end = .hangs
                stop.reasons = [Self.handlerNotCalledWithoutMedium(policy)] + reasons
            }
        }
        return stop
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
        let stray = MutableContentPlace.stray(in: payload.root)
        let fix =
            switch stray {
            case nil: "Add \"mutable-content\": 1 to \"aps\"."
            case let place? where place.hasPrefix("/aps/mutable"): "Rename it to \"mutable-content\": 1."
            case _?: "Move it into \"aps\" as \"mutable-content\": 1."
            }
        return Reason(
            .gateMutableContentMissing,
            "iOS does not start the extension because \"aps\" has no mutable-content"
                + (stray.map { "; the flag is at \($0), where iOS ignores it." } ?? "."),
            fix: fix
        )
    }

    static func noMedia(_ policy: Policy) -> Reason {
        Reason(
            .gateNoMedia,
            policy.payload.media.isEmpty
                ? "The payload names no media: it has no known media key, and no URL with the name of a media file."
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

    static func malformed(_ fault: PayloadForm.Fault, policy: Policy) -> Reason {
        Reason(
            .gateMediaValueUnusable,
            "The extension of \"\(policy.name)\" reads none of its keys because \(fault.place) \(fault.problem).",
            fix: "Correct \(fault.place).",
            pointer: fault.pointer
        )
    }

    /// A path that the receiving app completes, so that no one else can load the file.
    static func elsewhere(_ reference: MediaReference, _ place: String) -> Reason {
        Reason(
            .gateMediaUnread,
            "\(reference.pointer) names \(place), which only the app can complete. Nothing is checked here.",
            fix: "Write a full https:// URL if you want it checked, or if the phone shows no media.",
            pointer: reference.pointer
        )
    }

    static func handlerNotCalledWithoutMedium(_ policy: Policy) -> Reason {
        Reason(
            .gateHandlerNotCalled,
            "The extension of \"\(policy.name)\" answers only if the push names a media file; otherwise iOS shows the "
                + "push as sent after 30 s.",
            fix: "Add a media file, or send the push without mutable-content."
        )
    }

    static func handlerNotCalled(_ policy: Policy) -> Reason {
        Reason(
            .gateHandlerNotCalled,
            "The extension of \"\(policy.name)\" never answers such a push; iOS shows it as sent after 30 s.",
            fix: "Add the keys that the vendor's extension needs, or send the push without mutable-content."
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
    /// What the extension does with the push.
    package enum ExtensionEnd: Sendable {
        /// iOS does not start it.
        case notStarted
        /// It passes the push on because a key is missing, or a value cannot be decoded.
        case declines
        /// It answers, and has no media file.
        case withoutMedium
        /// It never answers.
        case hangs
        /// It loads media from a place that only the receiving app knows.
        case elsewhere
    }

    /// `untouched` or `plain`.
    package var outcome: Outcome
    /// The reasons, the headline first.
    package var reasons: [Reason]
    package var end: ExtensionEnd

    package init(_ outcome: Outcome, _ reasons: [Reason], end: ExtensionEnd = .notStarted) {
        self.outcome = outcome
        self.reasons = reasons
        self.end = end
    }

    /// The delay before the device shows the push: that of iOS if the extension hangs.
    package var deviceDelay: Duration? { end == .hangs ? EvaluationContext.extensionTime : nil }
}
