package import AttacheCore

/// The machine-readable formats of lint results.
package enum LintFormat: String, Sendable, CaseIterable {
    /// For people.
    case text
    /// One JSON object for each payload and line.
    case json
    /// SARIF 2.1.0, for code scanning.
    case sarif
    /// Workflow commands of GitHub Actions, which annotate the lines of a pull request.
    case github
}

/// A writer of results in one format: what comes before, each result, what comes after.
package protocol LintReporting {
    mutating func begin() -> [UInt8]
    mutating func write(_ result: LintResult) -> [UInt8]
    mutating func end(_ summary: LintSummary) -> [UInt8]
}

/// One JSON object for each payload and line.
package struct LintJSONReport: LintReporting {
    package init() {}

    package func begin() -> [UInt8] { [] }

    package func write(_ result: LintResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-lint/1")
        writer.member("source", result.origin.description)
        writer.member("policy", result.policy)
        Self.write(result.findings, to: &writer)
        if result.ignoredCount > 0 { writer.member("ignored", result.ignoredCount) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    package func end(_ summary: LintSummary) -> [UInt8] { [] }

    /// A result in the schema `attache/1`, with the member `findings` where there are any.
    package static func object(_ result: RewriteResult, beyond findings: [LintFinding]) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        ResultEncoder().members(of: result, to: &writer)
        if !findings.isEmpty { write(findings, to: &writer) }
        writer.endObject()
        return writer.bytes
    }

    private static func write(_ findings: [LintFinding], to writer: inout JSONWriter) {
        writer.array("findings", findings) { finding, writer in
            writer.beginObject()
            writer.member("code", finding.name)
            writer.member("severity", finding.severity.rawValue)
            writer.member("message", finding.message)
            writer.member("fix", finding.fix)
            writer.member("pointer", finding.pointer)
            writer.member("line", finding.place.line)
            writer.member("column", finding.place.column)
            writer.member("end_line", finding.place.endLine)
            writer.member("end_column", finding.place.endColumn)
            writer.member("fixable", finding.isFixable)
            writer.endObject()
        }
    }
}

/// Workflow commands of GitHub Actions:
/// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
package struct LintGitHubReport: LintReporting {
    package init() {}

    package func begin() -> [UInt8] { [] }

    package func write(_ result: LintResult) -> [UInt8] { write(result.reported) }

    /// One command for each finding.
    package func write(_ findings: [ReportedFinding]) -> [UInt8] {
        var text = ""
        for finding in findings {
            text += "::\(Self.command(finding.severity)) file=\(Self.property(finding.file))"
            if finding.line > 0 { text += ",line=\(finding.line)" }
            if let end = finding.end {
                text += ",endLine=\(end.line)"
                // A column is shown only for a range within one line.
                if end.line == finding.line { text += ",col=\(finding.column),endColumn=\(end.column)" }
            } else if finding.column > 0 {
                text += ",col=\(finding.column)"
            }
            text += ",title=\(Self.property(finding.code))"
            text += "::\(Self.data("\(finding.message) \(finding.fix)"))\n"
        }
        return Array(text.utf8)
    }

    package func end(_ summary: LintSummary) -> [UInt8] { [] }

    private static func command(_ severity: LintSeverity) -> String { severity == .note ? "notice" : severity.rawValue }

    /// Text behind the second colons; the rules of `escapeData` in actions/toolkit, packages/core/src/command.ts.
    static func data(_ text: String) -> String {
        // By scalars: a carriage return and a line feed are one character.
        text.unicodeScalars.reduce(into: "") { escaped, scalar in
            switch scalar {
            case "%": escaped += "%25"
            case "\r": escaped += "%0D"
            case "\n": escaped += "%0A"
            case "\t": escaped += "\t"
            // What moves the cursor or turns the writing direction would change the log.
            default: escaped += String(scalar).escapedForTerminal
            }
        }
    }

    /// A value before them; the rules of `escapeProperty` there.
    static func property(_ text: String) -> String {
        data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
