/// The eight stages in the order of the pipeline; logs, metrics and documentation use these names.
package enum StageName: String, Sendable, CaseIterable {
    case payload
    case gate
    case policy
    case fetch
    case inspect
    case attach
    case rewrite
    case emit

    /// The stage that usually reports reasons of a code; `Reason.stage` is the one that did.
    package init(of code: ReasonCode) {
        switch code.stage {
        case "payload": self = .payload
        case "gate": self = .gate
        case "url", "egress", "ats", "network": self = .policy
        case "fetch": self = .fetch
        case "type", "size": self = .inspect
        case "attach": self = .attach
        default: self = .rewrite
        }
    }

    private static let order = allCases

    /// The position in the pipeline, from 0.
    package var index: Int { Self.order.firstIndex(of: self) ?? 0 }
}
