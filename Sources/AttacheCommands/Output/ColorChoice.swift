import Glibc

/// When to colour.
enum ColorChoice: String, Sendable, CaseIterable {
    case auto
    case always
    case never

    /// Whether a stream gets colour: asked of the stream itself, `NO_COLOR` and `TERM=dumb` only for `auto`.
    ///
    /// - Parameters:
    ///   - descriptor: The stream.
    ///   - environment: The process's environment.
    /// - Returns: Whether to colour.
    func isOn(for descriptor: Int32, environment: [String: String]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }
    }
}
