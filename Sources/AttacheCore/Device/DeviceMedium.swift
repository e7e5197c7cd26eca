/// What is known about one medium of a push when the device's behaviour is predicted.
package struct DeviceMedium: Sendable {
    /// How the load would end on the device.
    package enum Ending: Sendable, Equatable {
        /// With a response, or without a sign of a failure.
        case completed
        /// With this error; `nil` for one without a code.
        case failed(AppleError?)
        /// The extension skips it on this network.
        case skipped
        /// Later than the time of the extension.
        case late
        /// This machine refused or could not make the load, which says nothing about the device.
        case unknown
    }

    package var reference: MediaReference
    /// The response; `nil` where none was seen.
    package var facts: ResponseFacts?
    /// The device's time for the load, if it is known.
    package var time: Duration?
    package var ending: Ending

    package init(
        _ reference: MediaReference,
        facts: ResponseFacts? = nil,
        time: Duration? = nil,
        ending: Ending = .completed
    ) {
        self.reference = reference
        self.facts = facts
        self.time = time
        self.ending = ending
    }

    /// Takes what the verdict on a load shows.
    package init(_ reference: MediaReference, _ verdict: MediaVerdict) {
        let block = verdict.attachment == nil ? verdict.reasons.first { $0.severity == .block } : nil
        self.init(
            reference,
            facts: verdict.facts,
            time: verdict.deviceTime,
            ending: block.map { Self.ending($0, hasFacts: verdict.facts != nil) } ?? .completed
        )
    }

    /// Takes a response that was seen elsewhere, and the reasons of `RequestPolicy` under this policy and network, which
    /// needs no socket; none for a permitted URL.
    package init(_ reference: MediaReference, facts: ResponseFacts?, time: Duration?, refusals: [Reason]) {
        let endings = refusals.filter { $0.severity == .block }.map { Self.ending($0, hasFacts: facts != nil) }
        self.init(
            reference,
            facts: facts,
            time: time,
            // What the device does comes before what this machine may not do.
            ending: endings.first { $0 != .completed && $0 != .unknown } ?? endings.first { $0 == .unknown }
                ?? .completed
        )
    }

    private static func ending(_ block: Reason, hasFacts: Bool) -> Ending {
        let code = block.code
        // The device makes this judgement by its own rules, on the same facts.
        let isJudgement = ["type", "size"].contains(code.stage) && code != .typeInspectorFailed
        if isJudgement || [.fetchStatus, .fetchEncodedBody, .fetchEmpty].contains(code) { return .completed }
        switch code {
        case .networkCellularSkip: return .skipped
        case .networkDeviceTooSlow, .fetchDeadline: return .late
        case .fetchCancelled, .fetchHostCooling: return .unknown
        case _ where ReasonCode.localFailures.contains(code): return hasFacts ? .completed : .unknown
        case _ where code.stage == "egress" || [.urlPort, .urlHostLocal].contains(code): return .unknown
        default: return .failed(block.apple)
        }
    }
}
