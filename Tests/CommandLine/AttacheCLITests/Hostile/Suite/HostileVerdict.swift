import Attache
import AttacheCore

/// What Attache makes of a row: the outcome, and the code of the headline where something was refused.
struct HostileVerdict: Sendable, Hashable, CustomStringConvertible {
    /// An outcome's name, or `allowed` where the row is about permission alone.
    let outcome: String
    /// The code of the first reason that blocks, or of the one that is worth telling.
    let code: String?

    var description: String { code.map { "\(outcome) `\($0)`" } ?? outcome }

    /// The media are attached.
    static let attached = HostileVerdict(outcome: "attached", code: nil)
    /// The request may be made.
    static let allowed = HostileVerdict(outcome: "allowed", code: nil)
    /// The push is shown as plain text, for this reason.
    static func plain(_ code: ReasonCode) -> HostileVerdict { HostileVerdict(outcome: "plain", code: code.rawValue) }
    /// The push is shown as it came, for this reason.
    static func untouched(_ code: ReasonCode?) -> HostileVerdict {
        HostileVerdict(outcome: "untouched", code: code?.rawValue)
    }
    /// The payload cannot be delivered, for this reason.
    static func rejected(_ code: ReasonCode) -> HostileVerdict {
        HostileVerdict(outcome: "rejected", code: code.rawValue)
    }
}

extension HostileVerdict {
    /// The verdict that a result gives.
    init(_ result: RewriteResult) {
        self.init(outcome: result.outcome.rawValue, code: result.headline?.code.rawValue)
    }
}
