import AttacheCore
import AttacheLint
import AttacheReports
import CommandSupport

/// What else lint finds in a payload, below the stages of `attache explain`.
struct FindingText {
    let style: Style
    /// Whether the payload is the user's own, so that the places in it mean something.
    var namesPlaces = true

    /// The lines of the findings: each with its sentence, its code and place, and its fix.
    func lines(_ findings: [LintFinding], indent: String) -> [String] {
        findings.flatMap { finding in
            let words = [
                finding.name, finding.severity.rawValue,
                finding.pointer.flatMap { $0.isEmpty || !namesPlaces ? nil : $0 },
            ]
            return [
                "  \(mark(finding))  \(style.strong("also".padded(to: 9)))\(finding.message.escapedForTerminal)",
                indent + style.faint(words.compactMap(\.self).joined(separator: " · ").escapedForTerminal),
                indent + "→ " + finding.fix.escapedForTerminal,
            ]
        }
    }

    private func mark(_ finding: LintFinding) -> String {
        switch finding.severity {
        case .error: style.bad("✗")
        case .warning: style.risky("!")
        case .note: style.faint("·")
        }
    }
}
