/// How verdicts are written.
enum VerdictFormat: Sendable {
    /// One line for a person.
    case text
    /// One JSON object.
    case json
}
