/// The gate stage: would iOS start the extension, and would the extension find media?
package struct Gate: Sendable {
    /// Media that are looked at in one payload; iOS shows the first.
    package static let mediaLimit = 16

    private let finder: MediaFinder

    /// Creates the stage.
    ///
    /// - Parameter policies: Every known policy, whose media keys are recognised when they stand in the wrong place.
    package init(policies: PolicySet) {
        self.finder = MediaFinder(policies: policies)
    }

    /// Decides whether a push goes on to the download.
    ///
    /// - Parameters:
    ///   - notification: A deliverable push.
    ///   - policy: How the receiving app behaves.
    /// - Returns: The media to load and what is at risk, or how the push ends here.
    package func decide(
        _ notification: Notification,
        under policy: Policy
    ) -> Result<(references: [MediaReference], warnings: [Reason]), GateStop> {
        let found = finder.find(in: notification.payload, policy: policy)
        guard found.hasMedia else {
            let misplaced = finder.misplaced(in: notification.payload, policy: policy)
            return .failure(GateStop(.untouched, misplaced.isEmpty ? [Self.noMedia(policy)] : misplaced))
        }
        if let reason = refusal(notification) {
            return .failure(GateStop(.untouched, [reason]))
        }
        if let missing = policy.payload.requires.first(where: { $0.first(in: notification.payload.root) == nil }) {
            return .failure(stop(missing: missing, policy: policy))
        }
        guard !found.references.isEmpty else {
            return .failure(GateStop(.plain, found.problems))
        }
        return .success((found.references, warnings(notification) + found.problems))
    }

    /// Why iOS would not start the extension, or `nil` when it would.
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

    private func stop(missing path: JSONPath, policy: Policy) -> GateStop {
        let reason = Self.vendorKeyMissing(path, policy: policy)
        switch policy.payload.onMissing {
        case .plain: return GateStop(.plain, [reason])
        case .untouched: return GateStop(.untouched, [reason])
        // The handler is never called, so iOS shows the push as sent when the extension's time has run out.
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
        "aps.mutable-content is neither a number nor a boolean; iOS takes it for 1, and relays may drop it.",
        fix: "Set \"mutable-content\": 1 in \"aps\"."
    )

    static func mutableContentMissing(_ payload: JSONDocument) -> Reason {
        let isBesideAPS = ["mutable-content", "mutable_content"].contains { payload.root[$0] != nil }
        let place = isBesideAPS ? "; it stands beside \"aps\", where iOS does not look" : ""
        return Reason(
            .gateMutableContentMissing,
            "iOS does not start the extension because \"aps\" has no mutable-content\(place).",
            fix: isBesideAPS
                ? "Move \"mutable-content\": 1 into \"aps\"." : "Add \"mutable-content\": 1 to \"aps\"."
        )
    }

    static func noMedia(_ policy: Policy) -> Reason {
        Reason(.gateNoMedia, "The payload names no media where the policy \"\(policy.name)\" looks for them.")
    }

    static func vendorKeyMissing(_ path: JSONPath, policy: Policy) -> Reason {
        Reason(
            .gateVendorKeyMissing,
            "The extension of \"\(policy.name)\" loads no media because \(path) is missing.",
            fix: "Add \(path) as the vendor's own sender does."
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

/// How a push ends at the gate.
package struct GateStop: Error, Sendable, Equatable {
    /// `untouched` or `plain`.
    package var outcome: Outcome
    /// Why, the headline first.
    package var reasons: [Reason]
    /// How long the device would wait before it shows the push; 30 s where the extension hangs.
    package var deviceDelay: Duration?

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - outcome: `untouched` or `plain`.
    ///   - reasons: Why, the headline first.
    ///   - deviceDelay: How long the device would wait before it shows the push.
    package init(_ outcome: Outcome, _ reasons: [Reason], deviceDelay: Duration? = nil) {
        self.outcome = outcome
        self.reasons = reasons
        self.deviceDelay = deviceDelay
    }
}
