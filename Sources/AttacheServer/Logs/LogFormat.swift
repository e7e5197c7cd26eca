/// How log lines are written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object a line.
    case json
    /// Time, level and message, then `name=value`.
    case text
}
