enum RoffText {
    /// Escapes one line of text; dashes stay dashes that can be copied, and no character at its start begins a request.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            default: escaped.append(character)
            }
        }
        return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&\(escaped)" : escaped
    }

    static func bold(_ text: String) -> String { "\\fB\(escaping(text))\\fR" }

    /// Returns a placeholder in italics.
    static func italic(_ text: String) -> String { "\\fI\(escaping(text))\\fR" }

    /// Formats text of several paragraphs, as in commands' discussions: a line of capitals is a heading, whose request
    /// `heading` returns, and indented lines are a list of words and their meanings.
    static func paragraphs(_ text: String, heading: (String) -> String) -> String {
        var lines: [String] = []
        var isAfterBreak = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                isAfterBreak = true
            } else if isHeading(line) {
                lines.append(heading(String(line)))
                isAfterBreak = false
            } else if line.hasPrefix(" ") {
                lines += item(line)
                isAfterBreak = false
            } else {
                if isAfterBreak { lines.append(".PP") }
                lines.append(escaping(String(line)))
                isAfterBreak = false
            }
        }
        return lines.map { "\($0)\n" }.joined()
    }

    /// The part of a discussion before its first heading, and the rest.
    static func splitAtHeading(of discussion: String) -> (opening: String, sections: String) {
        let lines = discussion.split(separator: "\n", omittingEmptySubsequences: false)
        guard let first = lines.firstIndex(where: isHeading) else { return (discussion, "") }
        return (lines[..<first].joined(separator: "\n"), lines[first...].joined(separator: "\n"))
    }

    static func isHeading(_ line: Substring) -> Bool {
        line.contains { $0.isLetter } && line.allSatisfy { $0.isUppercase || $0 == " " } && !line.hasPrefix(" ")
    }

    /// Formats a list item: a word, at least two spaces, and its meaning.
    private static func item(_ line: Substring) -> [String] {
        let words = line.drop { $0 == " " }
        guard let gap = words.firstRange(of: "  ") else { return [escaping(String(words))] }
        let meaning = words[gap.upperBound...].drop { $0 == " " }
        return [".TP", bold(String(words[..<gap.lowerBound])), escaping(String(meaning))]
    }
}
