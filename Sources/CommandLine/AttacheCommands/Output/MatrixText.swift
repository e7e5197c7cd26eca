import AttacheCore
import AttacheReports
import CommandSupport

/// The matrix as a table for a terminal.
struct MatrixText {
    let style: Style

    /// One row for each dialect, and a second one where iOS 16 differs; networks with the same column share it. Above them is
    /// the media file, where the input was a payload.
    func table(_ matrix: DeviceMatrix, namesMedium: Bool) -> String {
        let groups = matrix.columns
        let rows = matrix.rows.flatMap { row in
            row.lines(groups).map { line in
                (name: line.system == .ios16 ? "  on iOS 16" : row.dialect, words: line.verdicts.map(DeviceWords.word))
            }
        }
        let nameWidth = max(10, rows.map(\.name.count).max() ?? 0)
        let widths = groups.indices.map { index in
            max(groups[index][0].count, rows.map { $0.words[index].count }.max() ?? 0)
        }
        var text = ""
        if namesMedium {
            let url = RedactedURL.text(matrix.medium.url).escapedForTerminal
            text += "\("media file".padded(to: nameWidth))  \(url)\n"
        }
        text += style.strong("policy".padded(to: nameWidth))
        for (index, group) in groups.enumerated() { text += "  " + style.strong(group[0].padded(to: widths[index])) }
        text += "\n"
        for row in rows {
            text += row.name.padded(to: nameWidth)
            for (index, word) in row.words.enumerated() { text += "  " + colored(word, width: widths[index]) }
            while text.last == " " { text.removeLast() }
            text += "\n"
        }
        for group in groups where group.count > 1 {
            text += "\n\(group[0]): also \(group.dropFirst().joined(separator: ", "))"
        }
        return text + (groups.contains { $0.count > 1 } ? "\n" : "")
    }

    /// The reasons for each cell of some dialects; networks and releases with the same reasons are named together.
    func explanation(_ matrix: DeviceMatrix, of names: [String]) -> String {
        var text = ""
        for row in matrix.rows where names.contains(row.dialect) {
            text += style.strong("\(row.dialect)") + " (\(row.vendor))\n"
            for reason in row.explanations {
                text += "  \(colored(reason.word, width: 0)): \(reason.places)\n"
                for sentence in reason.sentences { text += "    \(sentence.escapedForTerminal)\n" }
                guard let why = reason.reason else { continue }
                let fix = why.fix.map { " → \($0)" } ?? ""
                text += "    \((why.code.rawValue + fix).escapedForTerminal)\n"
            }
        }
        return text
    }

    private func colored(_ word: String, width: Int) -> String {
        let text = word.padded(to: width)
        switch word.prefix(while: { $0 != "," }) {
        case "media": return style.good(text)
        case "unknown": return style.faint(text)
        case "plain", "text": return style.risky(text)
        default: return style.bad(text)
        }
    }
}
