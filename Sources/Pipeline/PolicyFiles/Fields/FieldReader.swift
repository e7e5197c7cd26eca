package import AttacheCore

/// Reads the fields of one file and collects its problems, so that all of them are reported together.
///
/// Reading never stops at a problem: each function returns `nil` for an unusable value and continues.
package struct FieldReader {
    /// Where a problem is: at the key, or at its value.
    package enum Place: Sendable {
        case key
        case value
    }

    /// Further problems are only counted: the nearest names of thousands of unknown ones would take minutes.
    private static let problemLimit = 100

    /// The number of words that a message lists.
    private static let listLimit = 150

    /// The path as given by the user.
    package let file: String
    private var found: [PolicyProblem] = []
    private var hiddenCount = 0
    private var hidesError = false

    package init(file: String) {
        self.file = file
    }

    /// The problems in the order of the file: the first hundred that were found, and the number of the others.
    package var problems: [PolicyProblem] {
        let sorted = found.sorted { $0.isBefore($1) }
        guard hiddenCount > 0 else { return sorted }
        let message = "there \(hiddenCount == 1 ? "is 1 more problem" : "are \(hiddenCount) more problems")"
        let severity = hidesError ? Severity.block : .warning
        let fix = "correct the others first"
        return sorted + [PolicyProblem(file: file, message: message, fix: fix, severity: severity, fault: .more)]
    }

    package mutating func report(_ problem: PolicyProblem) {
        if found.count < Self.problemLimit { return found.append(problem) }
        hiddenCount += 1
        if problem.severity == .block { hidesError = true }
    }

    /// Reports a problem of a field. Its texts are made only if it is kept.
    package mutating func report(
        _ field: Field,
        at place: Place = .value,
        _ message: @autoclosure () -> String,
        fix: @autoclosure () -> String,
        as fault: FieldFault = .value,
        severity: Severity = .block
    ) {
        guard found.count < Self.problemLimit else {
            hiddenCount += 1
            if severity == .block { hidesError = true }
            return
        }
        let mark = place == .key ? field.mark : field.value.mark ?? field.mark
        found.append(
            PolicyProblem(
                file: file,
                line: mark?.line,
                column: mark?.column,
                path: field.path,
                message: message(),
                fix: fix(),
                severity: severity,
                fault: fault
            )
        )
    }

    package mutating func reportKind(_ field: Field, needed: String, fix: String) {
        report(field, "expected \(needed), found \(field.value.kindName)", fix: fix, as: .wrongKind)
    }

    package mutating func reportMissing(_ key: String, in field: Field, fix: String) {
        report(field, at: .key, "the key \(key) is missing", fix: fix, as: .missingKey)
    }

    package mutating func reportUnknown(_ key: String, _ field: Field, known: [String]) {
        report(field, at: .key, "unknown key", fix: Self.advice(for: key, among: known), as: .unknownKey)
    }

    /// Returns the known fields of a mapping and reports the others; `nil` when it is not a mapping.
    package mutating func fields(of field: Field, known: [String]) -> Fields? {
        guard let entries = entries(of: field) else { return nil }
        var fields: [(key: String, field: Field)] = []
        for (key, inner) in entries {
            if known.contains(key) {
                fields.append((key, inner))
            } else {
                reportUnknown(key, inner, known: known)
            }
        }
        return Fields(field: field, all: fields)
    }

    /// Returns the keys and fields of a mapping with any keys, in the order of the file; `nil` when it is not a mapping.
    package mutating func entries(of field: Field) -> [(key: String, field: Field)]? {
        guard let members = field.value.members else {
            let fix = field.isNull ? "write {} or omit the key" : "write `key: value` lines below it"
            reportKind(field, needed: "a mapping", fix: fix)
            return nil
        }
        return members.map { ($0.key, Field($0, in: field)) }
    }

    /// What to write in place of an unknown word.
    package static func advice(for word: String, among known: [String]) -> String {
        if let name = NearestName.find(word, among: known) { return "did you mean \(name)?" }
        guard known.count <= listLimit else { return "use one of the \(known.count) known ones" }
        return "known here: \(known.joined(separator: ", "))"
    }
}
