import AttacheCore

/// Prints the demo's results as a table.
struct DemoTable {
    let style: Style

    /// One line per case, and the headline's sentence below those that fell back.
    func render(_ results: [(DemoCase, RewriteResult)]) -> String {
        let rows = results.map { sample, result in
            [sample.title, result.policy ?? "–", result.network ?? "–", result.outcome.rawValue, Self.code(result)]
        }
        let header = ["media", "policy", "network", "verdict", "why"]
        let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
        var text = style.strong(Self.line(header, widths)) + "\n"
        for (row, (_, result)) in zip(rows, results) {
            var cells = row.enumerated().map { $1.padded(to: widths[$0]) }
            cells[3] = color(cells[3], result)
            text += Self.trimmed(cells.joined(separator: "  ")) + "\n"
            if let sentence = Self.sentence(result) { text += "  " + style.faint(sentence) + "\n" }
        }
        return text
    }

    private func color(_ text: String, _ result: RewriteResult) -> String {
        result.isFallback || result.outcome == .rejected ? style.bad(text) : style.good(text)
    }

    private static func code(_ result: RewriteResult) -> String {
        let reason = result.headline ?? result.reasons.first { $0.severity == .warning }
        guard let reason else { return "" }
        let apple = reason.apple.map { " (\($0.domain) \($0.code))" } ?? ""
        return reason.code.rawValue + apple
    }

    private static func sentence(_ result: RewriteResult) -> String? {
        (result.headline ?? result.reasons.first { $0.severity == .warning })
            .map { TerminalText.escaped($0.message) }
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        trimmed(zip(cells, widths).map { $0.padded(to: $1) }.joined(separator: "  "))
    }

    private static func trimmed(_ text: String) -> String {
        var text = text
        while text.hasSuffix(" ") { text.removeLast() }
        return text
    }
}
