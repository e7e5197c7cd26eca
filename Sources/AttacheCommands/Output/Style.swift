import AttacheCore

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
