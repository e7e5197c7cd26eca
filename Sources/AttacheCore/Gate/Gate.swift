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
    /// - Returns: The media to load, or how the push ends here.
    package func decide(_ notification: Notification, under policy: Policy) -> GateDecision {
        let found = finder.find(in: notification.payload, policy: policy)
        guard found.hasMedia else {
            let misplaced = finder.misplaced(in: notification.payload, policy: policy)
            return .stop(GateStop(.untouched, misplaced.isEmpty ? [Self.noMedia(policy)] : misplaced))
        }
        if let reason = refusal(notification) {
            return .stop(GateStop(.untouched, [reason]))
        }
        if let missing = policy.payload.requires.first(where: { $0.first(in: notification.payload.root) == nil }) {
            return .stop(stop(missing: missing, policy: policy))
        }
        guard !found.references.isEmpty else {
            return .stop(GateStop(.plain, found.problems))
        }
        return .proceed(found.references, warnings(notification) + found.problems)
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
