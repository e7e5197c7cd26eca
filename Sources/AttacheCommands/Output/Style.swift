import AttacheCore
import Glibc

/// Colours for words on a terminal; without colour the words are as they are.
struct Style: Sendable {
    let isColored: Bool

    func strong(_ text: String) -> String { wrap(text, "1") }
    func faint(_ text: String) -> String { wrap(text, "2") }
    func good(_ text: String) -> String { wrap(text, "32") }
    func bad(_ text: String) -> String { wrap(text, "31") }
    func risky(_ text: String) -> String { wrap(text, "33") }

    /// A text in the colour of an outcome.
    func outcome(_ outcome: Outcome, _ text: String) -> String {
        switch outcome {
        case .attached, .rewritten: good(text)
        case .plain: risky(text)
        case .untouched: faint(text)
        case .rejected: bad(text)
        }
    }

    private func wrap(_ text: String, _ code: String) -> String {
        isColored ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
    }
}

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

extension String {
    /// The text with spaces behind it up to a width in characters; longer text stays as it is.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
