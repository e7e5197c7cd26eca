import Glibc

/// How a long run shows how far it is, `--progress`.
enum ProgressChoice: String, Sendable, CaseIterable {
    /// A bar on a terminal, nothing elsewhere; the closing summary either way.
    case auto
    /// A bar also where standard error is no terminal, unless `TERM` is `dumb`; the closing summary.
    case bar
    /// One JSON object a line, the summary in the last.
    case json
    /// Nothing, no closing summary either.
    case off

    /// What shows the progress on standard error.
    ///
    /// - Parameters:
    ///   - environment: The process's environment.
    ///   - style: The colours of standard error.
    /// - Returns: The display.
    func display(environment: [String: String], style: Style) -> any ProgressDisplay {
        let isDumb = environment["TERM"] == "dumb"
        let isTerminal = isatty(STDERR_FILENO) == 1
        switch self {
        case .auto where isTerminal && !isDumb, .bar where !isDumb:
            return ProgressBarDisplay(style: style) {
                TerminalWidth.current(of: STDERR_FILENO, environment: environment)
            }
        case .auto, .bar: return SummaryOnlyDisplay(style: style)
        case .json: return ProgressJSONDisplay()
        case .off: return SilentDisplay()
        }
    }
}
