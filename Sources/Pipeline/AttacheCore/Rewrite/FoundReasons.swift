/// The reasons of a result, which are joined and get their places when they are asked for: a payload alone needs none of
/// them.
struct FoundReasons: Sendable {
    /// Those of the verdicts, or of the gate that ended the push; or all of them.
    private let first: [Reason]
    /// Those of the gate about a push with media.
    private let warnings: [Reason]
    /// Those about the choice of the policy.
    private let context: [Reason]
    /// Whether the lints of the policy apply.
    private let isLinted: Bool
    /// Whether the lists are only a part of the reasons.
    private let isPart: Bool

    /// Keeps reasons as they are.
    init(_ reasons: [Reason]) {
        first = reasons
        (warnings, context, isLinted, isPart) = ([], [], false, false)
    }

    /// Keeps what is found besides the reasons of the push itself.
    init(_ first: [Reason], warnings: [Reason] = [], under context: EvaluationContext, isLinted: Bool) {
        self.first = first
        self.warnings = warnings
        self.context = context.findings
        self.isLinted = isLinted
        isPart = true
    }

    /// The reasons of a rejected item.
    var unplaced: [Reason] { first }

    /// The reasons about a push, the headline first.
    func all(of push: Notification, under policy: Policy) -> [Reason] {
        guard isPart else { return first }
        let lints = isLinted ? LintRules.findings(for: push, policy: policy) : []
        let all = Self.joined(Self.joined(first, warnings, lints), context, push.findings)
        return push.delivery?.located(all) ?? all
    }

    /// Whether one of the reasons that are kept here meets a condition on its code.
    func contain(where isWanted: (ReasonCode) -> Bool) -> Bool {
        first.contain(where: isWanted) || warnings.contain(where: isWanted) || context.contain(where: isWanted)
    }

    /// Concatenates the lists; the last two are mostly empty, and then the first is returned unchanged.
    private static func joined(_ first: [Reason], _ second: [Reason], _ third: [Reason]) -> [Reason] {
        second.isEmpty && third.isEmpty ? first : first + second + third
    }
}

extension [Reason] {
    /// Whether one of the reasons meets a condition on its code.
    func contain(where isWanted: (ReasonCode) -> Bool) -> Bool {
        // By index, which copies no reason.
        for index in indices where isWanted(self[index].code) { return true }
        return false
    }
}
