import AppProject
import Attache
import AttacheCommandLine
import AttacheCore
import AttacheLint
import CommandSupport
import ExtensionSources

/// The result of `app check` in one of the formats of findings.
struct AppReport {
    let check: AppCheck
    /// The path as the user wrote it.
    let path: String

    func bytes(_ format: LintFormat, style: Style, _ terminal: TerminalText) -> [UInt8] {
        let findings = check.findings.map { ReportedFinding($0) }
        switch format {
        case .text:
            let report = LintTextReport(style: style, terminal: terminal)
            return report.write(findings) + Array(terminal.wrapped(summary).utf8)
        case .json: return json
        case .sarif:
            var report = LintSARIFReport(version: AttacheVersion.text, rules: AppCodeText.rules)
            return report.begin() + report.write(findings) + report.end()
        case .github: return LintGitHubReport().write(findings)
        }
    }

    /// One line: what was found, and where.
    private var summary: String {
        let counts = LintTextReport.counts { severity in
            check.findings.count { $0.severity.rawValue == severity.rawValue }
        }
        let names = check.apps.prefix(3).map(\.escapedForTerminal).joined(separator: ", ")
        let apps = check.apps.isEmpty ? "no app for iOS" : check.apps.count > 3 ? "\(check.apps.count) apps" : names
        let extensions = LintTextReport.count(check.extensionCount, "notification extension")
        return "\(counts) in \(apps) with \(extensions)\n"
    }

    private var json: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("schema", "attache-app-check/1")
        writer.member("path", path)
        writer.strings("apps", check.apps)
        writer.member("extensions", check.extensionCount)
        writer.array("findings", check.findings) { $0.write(to: &$1) }
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }
}

extension ReportedFinding {
    /// A finding in the files of an app.
    init(_ finding: SourceFinding) {
        self.init(
            code: finding.code,
            severity: LintSeverity(rawValue: finding.severity.rawValue) ?? .error,
            message: finding.message,
            fix: finding.fix,
            file: finding.file,
            line: finding.line,
            column: finding.column
        )
    }
}

/// The long text of a code of `app check`, and the table of all.
enum AppCodeText {
    static var rules: [ReportedRule] {
        AppCode.allCases.map { code in
            let severity = LintSeverity(rawValue: code.severity.rawValue) ?? .error
            return ReportedRule(code: code.rawValue, severity: severity, texts: code.texts)
        }
    }

    /// Returns the text of a code such as `app.not-embedded`; `nil` for any other text.
    static func text(of name: String) -> String? {
        guard let code = AppCode(rawValue: name) else { return nil }
        return LintCodeText.text(name, code.severity.rawValue, code.texts)
    }

    /// One line for each code: its name, its severity and its title.
    static func table() -> String {
        LintCodeText.table(AppCode.allCases.map { ($0.rawValue, $0.severity.rawValue, $0.texts.title) })
    }
}
