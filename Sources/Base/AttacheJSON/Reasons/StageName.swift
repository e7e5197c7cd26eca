/// The eight stages in the order of the pipeline; logs, metrics and documentation use these names.
@usableFromInline package enum StageName: String, Sendable, CaseIterable {
    case payload
    case gate
    case policy
    case fetch
    case inspect
    case attach
    case rewrite
    case emit

    /// The stage that usually reports reasons whose codes begin with a word.
    init(ofCodesThatBeginWith word: Substring) {
        switch word {
        case "payload": self = .payload
        case "gate": self = .gate
        case "url", "egress", "ats", "network": self = .policy
        case "fetch": self = .fetch
        case "type", "size": self = .inspect
        case "attach", "device": self = .attach
        default: self = .rewrite
        }
    }

    /// The position in the pipeline, from 0.
    @inlinable package var index: Int {
        switch self {
        case .payload: 0
        case .gate: 1
        case .policy: 2
        case .fetch: 3
        case .inspect: 4
        case .attach: 5
        case .rewrite: 6
        case .emit: 7
        }
    }

    /// Without the comparison of names that an enumeration with raw values has.
    @inlinable package static func == (left: Self, right: Self) -> Bool { left.index == right.index }
}
