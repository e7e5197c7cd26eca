import AttacheCommandLine
import AttacheCore
import AttacheLint
import AttacheReports
import CommandSupport

/// Findings for people: a line for each finding with its place, and its fix below.
struct LintTextReport: LintReporting {
    let style: Style
    let terminal: TerminalText

    func begin() -> [UInt8] { [] }

    func write(_ result: LintResult) -> [UInt8] { write(result.reported) }

    /// Two lines for each finding.
    func write(_ findings: [ReportedFinding]) -> [UInt8] {
        var text = ""
        for finding in findings {
            var place = finding.file.escapedForTerminal
            if finding.line > 0 { place += ":\(finding.line)" }
            if finding.column > 0 { place += ":\(finding.column)" }
            let severity = mark(finding.severity)
            text +=
                "\(style.strong(place)): \(severity): \(finding.message.escapedForTerminal) \(style.faint(finding.code))\n"
            let mends = finding.isFixable ? " (--fix does it)" : ""
            text += "  → \(finding.fix.escapedForTerminal)\(mends)\n"
        }
        return Array(terminal.wrapped(text).utf8)
    }

    func end(_ summary: LintSummary) -> [UInt8] {
        var text = Self.counts { summary[$0] } + " in \(Self.count(summary.payloadCount, "payload"))"
        if summary.fixableCount > 0 { text += "; --fix repairs \(CountText.grouped(summary.fixableCount))" }
        if summary.ignoredCount > 0 { text += "; \(CountText.grouped(summary.ignoredCount)) switched off" }
        return Array((terminal.wrapped(text) + "\n").utf8)
    }

    /// The counts of findings by their severity, such as `1 error, 2 notes`.
    static func counts(_ count: (LintSeverity) -> Int) -> String {
        let words = [LintSeverity.error, .warning, .note].map { ($0, count($0)) }.filter { $0.1 > 0 }
            .map { self.count($0.1, $0.0.rawValue) }
        return words.isEmpty ? "no findings" : words.joined(separator: ", ")
    }

    private func mark(_ severity: LintSeverity) -> String {
        switch severity {
        case .error: style.bad(severity.rawValue)
        case .warning: style.risky(severity.rawValue)
        case .note: severity.rawValue
        }
    }

    static func count(_ count: Int, _ noun: String) -> String {
        "\(CountText.grouped(count)) \(noun)\(count == 1 ? "" : "s")"
    }
}

/// The long text of a lint code, and the table of all.
enum LintCodeText {
    /// Returns the text of a rule such as `lint.query`, under the code that its findings have; `nil` for any other text.
    static func text(of name: String) -> String? {
        guard let code = LintCode(rawValue: name) else { return nil }
        return text(name == code.name ? name : "\(name), reported as \(code.name),", code.severity.rawValue, code.texts)
    }

    /// The text of any code of a finding.
    static func text(_ name: String, _ severity: String, _ texts: FindingTexts) -> String {
        """
        \(name)  \(texts.title)

          usually \(severity == "error" ? "an error" : "a \(severity)")
          Why:    \(texts.why)
          Fix:    \(texts.fix)
          Source: \(texts.source)

        """
    }

    /// One line for each code: its name, its severity and its title.
    static func table() -> String {
        table(LintCode.named.map { ($0.name, $0.code.severity.rawValue, $0.code.texts.title) })
    }

    /// The lines of any codes.
    static func table(_ rows: [(name: String, severity: String, title: String)]) -> String {
        let width = rows.map(\.name.count).max() ?? 0
        return rows.map { "\($0.name.padded(to: width))  \($0.severity.padded(to: 7))  \($0.title)\n" }.joined()
    }
}
