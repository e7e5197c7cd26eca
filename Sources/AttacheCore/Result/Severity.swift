/// How much a reason weighs.
public enum Severity: String, Sendable, CaseIterable {
    /// The media is not shown because of it.
    case block
    /// The media is shown, and something about it is at risk.
    case warning
    /// Something worth knowing.
    case note
}
