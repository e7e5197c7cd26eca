import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheReports
import CommandSupport

/// Lint results for people: a line for each finding with its place, and its fix below.
struct LintTextReport: LintReporting {
    let style: Style
    let terminal: TerminalText

    func begin() -> [UInt8] { [] }

    func write(_ result: LintResult) -> [UInt8] {
        var text = ""
        for finding in result.findings {
            let place = "\(result.file.escapedForTerminal):\(finding.place.line):\(finding.place.column)"
            let severity = mark(finding.severity)
            text +=
                "\(style.strong(place)): \(severity): \(finding.message.escapedForTerminal) \(style.faint(finding.code.rawValue))\n"
            let mends = finding.isFixable ? " (--fix does it)" : ""
            text += "  → \(finding.fix.escapedForTerminal)\(mends)\n"
        }
        return Array(terminal.wrapped(text).utf8)
    }

    func end(_ summary: LintSummary) -> [UInt8] {
        let counts = [LintSeverity.error, .warning, .note].filter { summary[$0] > 0 }.map { severity in
            Self.count(summary[severity], severity.rawValue)
        }
        var text = counts.isEmpty ? "no findings" : counts.joined(separator: ", ")
        text += " in \(Self.count(summary.payloadCount, "payload"))"
        if summary.fixableCount > 0 { text += "; --fix mends \(CountText.grouped(summary.fixableCount))" }
        if summary.ignoredCount > 0 { text += "; \(CountText.grouped(summary.ignoredCount)) switched off" }
        return Array("\(text)\n".utf8)
    }

    private func mark(_ severity: LintSeverity) -> String {
        switch severity {
        case .error: style.bad(severity.rawValue)
        case .warning: style.risky(severity.rawValue)
        case .note: severity.rawValue
        }
    }

    private static func count(_ count: Int, _ noun: String) -> String {
        "\(CountText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

/// The long text of a lint code, and the table of all.
enum LintCodeText {
    /// Returns the text of a code such as `lint.http`; `nil` for any other text.
    static func text(of name: String) -> String? {
        guard let code = LintCode(rawValue: name) else { return nil }
        let texts = code.texts
        return """
            \(code.rawValue)  \(texts.title)

              usually \(code.severity == .error ? "an error" : "a \(code.severity.rawValue)")
              Why:    \(texts.why)
              Fix:    \(texts.fix)
              Source: \(texts.source)

            """
    }

    /// One line for each code: its name, its severity and its title.
    static func table() -> String {
        let width = LintCode.allCases.map(\.rawValue.count).max() ?? 0
        return LintCode.allCases.map { code in
            "\(code.rawValue.padded(to: width))  \(code.severity.rawValue.padded(to: 7))  \(code.texts.title)\n"
        }.joined()
    }
}
