package import AttacheCore

/// A finding as the reports write it, whether it is about a payload or about an app.
package struct ReportedFinding: Sendable {
    /// A change of a file.
    package struct Edit: Sendable {
        let place: LintPlace
        let replacement: [UInt8]
    }

    package let code: String
    package let severity: LintSeverity
    /// One or more sentences.
    package let message: String
    /// One sentence.
    package let fix: String
    package let file: String
    /// From 1; 0 for the whole file.
    package let line: Int
    /// From 1; 0 for the whole line.
    package let column: Int
    /// The end of the range, where the finding has one.
    var end: (line: Int, column: Int)?
    /// The JSON Pointer of the value.
    var pointer: String?
    /// The changes that mend it, where a report may name them.
    var edits: [Edit] = []
    /// Whether `--fix` mends it.
    package internal(set) var isFixable = false

    /// Creates a finding at a place; a line of 0 means the whole file.
    package init(
        code: String,
        severity: LintSeverity,
        message: String,
        fix: String,
        file: String,
        line: Int,
        column: Int
    ) {
        self.code = code
        self.severity = severity
        self.message = message
        self.fix = fix
        self.file = file
        self.line = line
        self.column = column
    }

    init(_ finding: LintFinding, in file: String) {
        let place = finding.place
        self.init(
            code: finding.name,
            severity: finding.severity,
            message: finding.message,
            fix: finding.fix,
            file: file,
            line: place.line,
            column: place.column
        )
        end = (place.endLine, place.endColumn)
        pointer = finding.pointer
        isFixable = finding.isFixable
        // No report that leaves the machine may name a query.
        if !finding.changesQuery {
            edits = zip(finding.edits, finding.editPlaces).map { Edit(place: $1, replacement: $0.replacement) }
        }
    }
}

extension LintResult {
    /// The findings as reports write them.
    package var reported: [ReportedFinding] { findings.map { ReportedFinding($0, in: file) } }
}

/// A rule as reports describe it.
package struct ReportedRule: Sendable {
    let code: String
    let severity: LintSeverity
    let texts: FindingTexts

    var help: String { "\(texts.fix) Source: \(texts.source)." }

    /// Creates the rule of a code.
    package init(code: String, severity: LintSeverity, texts: FindingTexts) {
        self.code = code
        self.severity = severity
        self.texts = texts
    }

    /// The rules of payloads.
    package static let payloads: [ReportedRule] = {
        func rule(_ name: String, _ code: LintCode) -> ReportedRule {
            ReportedRule(code: name, severity: code.severity, texts: code.texts)
        }
        let (stages, codes) = (LintCode.named.filter(\.isStage), LintCode.named.filter { !$0.isStage })
        let known = Set(codes.map(\.name))
        // Reports name each code of a stage: a finding has one of them.
        let passed = stages.flatMap { stage in
            ReasonCode.allCases.filter { $0.rawValue.hasPrefix(stage.name.dropLast()) && !known.contains($0.rawValue) }
                .map { rule($0.rawValue, FetchCheck.mismatches.contains($0) ? .typeMismatch : stage.code) }
        }
        return codes.map { rule($0.name, $0.code) } + passed
    }()
}
