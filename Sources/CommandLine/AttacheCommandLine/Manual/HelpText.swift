/// Text for a terminal: paragraphs, lists and sections.
struct HelpText {
    /// The width where no terminal has another one.
    static let standardWidth = 80

    private let width: Int
    /// The column of the descriptions in a list.
    private let column: Int

    private(set) var result = ""

    /// Begins an empty text; a width beyond 100 columns would be hard to read.
    init(width: Int = standardWidth) {
        self.width = min(max(width, 30), 100)
        column = width < 64 ? 6 : 26
    }

    /// Adds one paragraph.
    mutating func paragraph(_ text: String) {
        separate()
        result += wrapped(text, indent: 0)
    }

    /// Adds two texts on one line, or on two where they are too long for one.
    mutating func line(_ first: String, _ second: String) {
        separate()
        guard first.count + 1 + second.count > width else { return result += "\(first) \(second)\n" }
        result += wrapped(first, indent: 0) + wrapped(second, indent: 2)
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
            let text = wrapped(meaning, indent: column)
            if head.count + 2 > column {
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
        let text = wrapped(String(meaning), indent: indent)
        result += words.count <= 8 ? head + text.dropFirst(head.count) : "\(head)\n\(text)"
    }

    private mutating func separate() {
        if !result.isEmpty { result += "\n" }
    }

    /// Breaks a text into lines, each with its line feed, that begin with `indent` spaces.
    private func wrapped(_ text: String, indent: Int) -> String {
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
