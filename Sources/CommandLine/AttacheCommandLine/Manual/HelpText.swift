/// Text for a terminal of 80 columns: paragraphs, lists and sections.
struct HelpText {
    private static let width = 80
    /// The column of the descriptions in a list.
    private static let column = 26

    private(set) var result = ""

    /// Adds one paragraph.
    mutating func paragraph(_ text: String) {
        separate()
        result += Self.wrapped(text, indent: 0)
    }

    /// Adds two texts on one line, or on two where they are too long for one.
    mutating func line(_ first: String, _ second: String) {
        separate()
        result += first.count + 1 + second.count <= Self.width ? "\(first) \(second)\n" : "\(first)\n  \(second)\n"
    }

    /// Adds text of several paragraphs; a line of capitals is a heading, and an indented line is a list item: words, two
    /// spaces and their meaning.
    mutating func text(_ text: String) {
        var paragraph = ""
        func flush(_ help: inout HelpText) {
            if !paragraph.isEmpty { help.paragraph(paragraph) }
            paragraph = ""
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.allSatisfy(\.isWhitespace) {
                flush(&self)
            } else if RoffText.isHeading(line) {
                flush(&self)
                separate()
                result += "\(line)\n"
            } else if line.hasPrefix(" ") {
                flush(&self)
                item(line.drop { $0 == " " })
            } else {
                paragraph += paragraph.isEmpty ? String(line) : " \(line)"
            }
        }
        flush(&self)
    }

    /// Adds a list below a heading; nothing when it has no entries.
    mutating func list(_ heading: String, _ entries: [(String, String)]) {
        guard !entries.isEmpty else { return }
        separate()
        result += "\(heading)\n"
        for (name, meaning) in entries {
            let head = "  \(name)"
            let text = Self.wrapped(meaning, indent: Self.column)
            if head.count + 2 > Self.column {
                result += "\(head)\n\(text)"
            } else {
                result += head + text.dropFirst(head.count)
            }
        }
    }

    /// Adds an item of a section: a short word and its meaning on one line, a command and its meaning on two.
    private mutating func item(_ line: Substring) {
        guard let gap = line.firstRange(of: "  ") else {
            result += "  \(line)\n"
            return
        }
        let (words, meaning) = (line[..<gap.lowerBound], line[gap.upperBound...].drop { $0 == " " })
        let head = "  \(words)"
        let indent = words.count <= 8 ? words.count + 4 : 6
        let text = Self.wrapped(String(meaning), indent: indent)
        result += words.count <= 8 ? head + text.dropFirst(head.count) : "\(head)\n\(text)"
    }

    private mutating func separate() {
        if !result.isEmpty { result += "\n" }
    }

    /// Breaks a text into lines, each with its line feed, that begin with `indent` spaces.
    private static func wrapped(_ text: String, indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        var lines: [String] = []
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, indent + line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        if !line.isEmpty { lines.append(line) }
        return lines.map { "\(margin)\($0)\n" }.joined()
    }
}
