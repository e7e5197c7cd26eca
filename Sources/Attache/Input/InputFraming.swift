/// How payloads stand in an input.
package enum InputFraming: Sendable {
    /// The whole input is exactly one JSON value.
    case oneValue
    /// One JSON value per line; blank lines are skipped.
    case lines
    /// Lines when the first line is a complete value and more follow, one value otherwise.
    case detected

    /// The framing of a file by its name.
    ///
    /// - Parameters:
    ///   - path: The file's path.
    ///   - forcesLines: Whether `--ndjson` was given.
    /// - Returns: Lines for `.ndjson` and `.jsonl`, one value for everything else.
    package static func ofFile(_ path: String, forcesLines: Bool) -> InputFraming {
        if forcesLines { return .lines }
        let lowered = path.lowercased()
        return lowered.hasSuffix(".ndjson") || lowered.hasSuffix(".jsonl") ? .lines : .oneValue
    }
}
