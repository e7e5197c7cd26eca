/// The reasons of a result, which are joined and get their places when they are asked for: a payload alone needs none of
/// them.
struct FoundReasons: Sendable {
    /// Those of the verdicts, or of the gate that ended the push; all of them without a push.
    private let first: [Reason]
    /// Those of the gate about a push with media.
    private let warnings: [Reason]
    /// Those about the choice of the policy.
    private let context: [Reason]
    private let push: Notification?
    /// The terms whose lints apply; `nil` for none.
    private let linted: EvaluationContextShared?

    /// Keeps reasons as they are.
    init(_ reasons: [Reason]) {
        first = reasons
        (warnings, context, push, linted) = ([], [], nil, nil)
    }

    init(
        _ first: [Reason],
        warnings: [Reason] = [],
        of push: Notification,
        under context: EvaluationContext,
        isLinted: Bool
    ) {
        self.first = first
        self.warnings = warnings
        self.context = context.findings
        self.push = push
        linted = isLinted ? context.basis : nil
    }

    /// The reasons, the headline first.
    var all: [Reason] {
        guard let push else { return first }
        let lints = linted.map { LintRules.findings(for: push, policy: $0.policy) } ?? []
        let all = Self.joined(Self.joined(first, warnings, lints), context, push.findings)
        return push.delivery.map { all.map($0.located) } ?? all
    }

    /// Whether one of the reasons meets a condition on its code; lints only warn and count for nothing.
    func contain(where isWanted: (ReasonCode) -> Bool) -> Bool {
        first.contains { isWanted($0.code) } || warnings.contains { isWanted($0.code) }
            || context.contains { isWanted($0.code) } || push?.findings.contains { isWanted($0.code) } ?? false
    }

    /// Concatenates the lists; the last two are mostly empty, and then the first is returned unchanged.
    private static func joined(_ first: [Reason], _ second: [Reason], _ third: [Reason]) -> [Reason] {
        second.isEmpty && third.isEmpty ? first : first + second + third
    }
}
