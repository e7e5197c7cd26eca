package import AttacheCore
import Glibc

/// Colours on a terminal; without colour the text is unchanged.
package struct Style: Sendable {
    package let isColored: Bool

    package init(isColored: Bool) { self.isColored = isColored }

    package func strong(_ text: String) -> String { wrap(text, "1") }
    package func faint(_ text: String) -> String { wrap(text, "2") }
    package func good(_ text: String) -> String { wrap(text, "32") }
    package func bad(_ text: String) -> String { wrap(text, "31") }
    package func risky(_ text: String) -> String { wrap(text, "33") }

    package func outcome(_ outcome: Outcome, _ text: String) -> String {
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

package enum ColorChoice: String, Sendable, CaseIterable {
    case auto
    case always
    case never

    /// Whether a stream gets colour; the stream, `NO_COLOR` and `TERM=dumb` only matter for `auto`.
    package func isOn(for descriptor: Int32, environment: [String: String]) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isatty(descriptor) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }
    }
}

extension String {
    /// Returns the text with trailing spaces up to a width in characters; longer text is unchanged.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
