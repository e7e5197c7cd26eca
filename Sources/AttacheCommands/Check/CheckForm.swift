/// How verdicts are written.
enum CheckForm: Sendable {
    /// One line for a person.
    case text
    /// One JSON object.
    case json
}
