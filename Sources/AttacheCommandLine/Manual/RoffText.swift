/// Text in the language of man pages, man(7).
enum RoffText {
    /// Text that stands for itself.
    ///
    /// - Parameter text: One line.
    /// - Returns: The line; a dash stays a dash that can be copied, and nothing at its start is a request.
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

    /// Text in bold face.
    static func bold(_ text: String) -> String { "\\fB\(escaping(text))\\fR" }

    /// Text in italics: what stands for something else.
    static func italic(_ text: String) -> String { "\\fI\(escaping(text))\\fR" }

    /// Text of several paragraphs, as discussions of commands have them: a line of capitals is a heading, and lines that
    /// are indented are a list whose items are words and what they mean.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - heading: Makes a heading's request out of its words.
    /// - Returns: Requests and text, a line each.
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

    private static func isHeading(_ line: Substring) -> Bool {
        line.contains { $0.isLetter } && line.allSatisfy { $0.isUppercase || $0 == " " } && !line.hasPrefix(" ")
    }

    /// A word, two spaces or more, and what it means.
    private static func item(_ line: Substring) -> [String] {
        let words = line.drop { $0 == " " }
        guard let gap = words.firstRange(of: "  ") else { return [escaping(String(words))] }
        let meaning = words[gap.upperBound...].drop { $0 == " " }
        return [".TP", bold(String(words[..<gap.lowerBound])), escaping(String(meaning))]
    }
}
