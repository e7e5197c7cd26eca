/// Judges the URL of every hop by the standing rules.
package struct HopRules: HopJudging {
    private let context: RequestContext

    /// Creates the judge.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - ats: What the device's App Transport Security permits.
    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        context = RequestContext(egress: egress, ats: ats)
    }

    package func judge(_ url: MediaURL, after previous: MediaURL?) -> [Reason] {
        RequestRules.standard.reasons(for: url, in: following(previous))
    }

    package func loaded(_ url: MediaURL) -> MediaURL { context.ats.loaded(url) }

    /// What the device would say.
    func deviceReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.device.reasons(for: url, in: context)
    }

    /// What the operator says.
    func operatorReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.egress.reasons(for: url, in: context)
    }

    private func following(_ previous: MediaURL?) -> RequestContext {
        var context = context
        context.previous = previous
        return context
    }
}
