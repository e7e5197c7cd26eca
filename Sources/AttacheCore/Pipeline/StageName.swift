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

    /// The stage that reports reasons of a code.
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

    /// The question that the stage answers.
    package var question: String {
        switch self {
        case .payload: "Is this a deliverable push?"
        case .gate: "Would iOS start the extension, and does it find media?"
        case .policy: "May this URL be loaded?"
        case .fetch: "Did it arrive whole and in time?"
        case .inspect: "What is it really?"
        case .attach: "Would iOS accept it?"
        case .rewrite: "What is shown, what is sent?"
        case .emit: "Where does the result go?"
        }
    }
}
