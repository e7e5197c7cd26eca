package import AttacheCore

/// One piece of advice about a payload.
package struct LintFinding: Sendable {
    /// The rule that found it.
    package let code: LintCode
    /// The reason of the pipeline that says the same; `nil` for advice that only lint gives.
    let reason: ReasonCode?
    package internal(set) var severity: LintSeverity
    /// One or more sentences, without the query of a URL.
    package let message: String
    /// One sentence; that of the code unless the finding knows better.
    package let fix: String
    /// The JSON Pointer of the value in the text, from its root; `nil` for text that is not JSON.
    package let pointer: String?
    /// The bytes of the value, or of its key, in the payload's text.
    package let range: Range<Int>
    /// The changes of the text that mend it, where that needs no decision.
    package private(set) var edits: [JSONEdit]
    /// The place in the file.
    package internal(set) var place = LintPlace.start
    /// The places that the edits replace, in the same order.
    package internal(set) var editPlaces: [LintPlace] = []

    /// Leaves the finding to people: `--fix` has no text to change.
    mutating func removeEdits() { edits = [] }

    /// The code as reports write it, the same one that a result of the pipeline has.
    package var name: String { reason?.rawValue ?? code.rawValue }

    /// Whether `--fix` mends it.
    package var isFixable: Bool { !edits.isEmpty }

    /// Whether a change has the query of a URL, which no report that leaves the machine may name.
    var changesQuery: Bool { edits.contains { $0.replacement.contains(UInt8(ascii: "?")) } }

    init(
        _ code: LintCode,
        _ message: String,
        reason: ReasonCode? = nil,
        fix: String? = nil,
        severity: LintSeverity? = nil,
        pointer: String? = nil,
        range: Range<Int>,
        edits: [JSONEdit] = []
    ) {
        self.code = code
        self.reason = reason ?? code.reason
        self.severity = severity ?? code.severity
        self.message = message
        self.fix = fix ?? code.texts.fix
        self.pointer = pointer
        self.range = range
        self.edits = edits
    }
}

/// A range of a file in lines and columns, both from 1; a column is a Unicode scalar.
package struct LintPlace: Sendable, Equatable {
    package let line: Int
    package let column: Int
    package let endLine: Int
    /// The column behind the last one.
    package let endColumn: Int

    static let start = LintPlace(line: 1, column: 1, endLine: 1, endColumn: 1)
}

extension LintPlace {
    init(_ start: JSONPosition, _ end: JSONPosition) {
        self.init(line: start.line, column: start.column, endLine: end.line, endColumn: end.column)
    }

    /// The same place in a file in which the payload begins at a line.
    func moved(toLine first: Int) -> LintPlace {
        LintPlace(line: line + first - 1, column: column, endLine: endLine + first - 1, endColumn: endColumn)
    }
}

/// The counts of many results.
package struct LintSummary: Sendable, Equatable {
    package private(set) var payloadCount = 0
    package private(set) var rejectedCount = 0
    package private(set) var fixableCount = 0
    package private(set) var ignoredCount = 0
    private var counts: [LintSeverity: Int] = [:]

    package init() {}

    /// The number of findings of one severity.
    package subscript(_ severity: LintSeverity) -> Int { counts[severity, default: 0] }

    /// The number of findings of this severity or a worse one.
    package func count(atLeast severity: LintSeverity) -> Int {
        counts.reduce(0) { $0 + ($1.key >= severity ? $1.value : 0) }
    }

    package mutating func add(_ result: LintResult) {
        payloadCount += 1
        ignoredCount += result.ignoredCount
        if result.isRejected { rejectedCount += 1 }
        for finding in result.findings {
            counts[finding.severity, default: 0] += 1
            if finding.isFixable { fixableCount += 1 }
        }
    }
}

/// The findings about one payload.
package struct LintResult: Sendable {
    /// The file, or `stdin`.
    package let origin: ItemSource
    /// The policy that judged it; `nil` for a payload that is not a deliverable push.
    package let policy: String?
    /// In the order of the text.
    package internal(set) var findings: [LintFinding]
    /// Findings that were switched off.
    package internal(set) var ignoredCount = 0

    /// Whether the input is not a deliverable push.
    package var isRejected: Bool { policy == nil }

    /// The most severe finding; `nil` for none.
    package var worst: LintSeverity? { findings.map(\.severity).max() }

    /// The file without the line, for reports with places.
    package var file: String { origin.name }
}
