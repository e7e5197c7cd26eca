import AttacheCore

/// Reads the values of one file and keeps everything that is wrong with them, so that all of it is reported at once.
///
/// Reading never stops at a problem: each function says `nil` for what it could not read and goes on.
struct PolicyDecoder {
    /// The file as it was named.
    let file: String
    /// What is wrong, in the order in which it was found.
    private(set) var problems: [PolicyProblem] = []

    /// Prepares reading.
    ///
    /// - Parameter file: The file's name, for problems.
    init(file: String) {
        self.file = file
    }

    /// Keeps a problem.
    ///
    /// - Parameters:
    ///   - field: Where.
    ///   - mark: The exact place, where that is not the field's value.
    ///   - message: What is wrong.
    ///   - fix: What to do about it.
    ///   - severity: Whether the file can be used all the same.
    mutating func report(
        _ field: YAMLField,
        mark: YAMLMark? = nil,
        _ message: String,
        fix: String,
        severity: Severity = .block
    ) {
        let mark = mark ?? field.node.mark
        problems.append(
            PolicyProblem(
                file: file,
                line: mark?.line,
                column: mark?.column,
                keyPath: field.path,
                message: message,
                fix: fix,
                severity: severity
            )
        )
    }

    /// Takes a mapping apart.
    ///
    /// - Parameters:
    ///   - field: What should be a mapping.
    ///   - known: The keys it may have; others are reported.
    /// - Returns: The fields by key, without those that are not known; empty when it is no mapping.
    mutating func fields(of field: YAMLField, known: [String]) -> [String: YAMLField] {
        var fields: [String: YAMLField] = [:]
        for (key, value) in entries(of: field) {
            if known.contains(key) {
                fields[key] = value
            } else {
                report(value, mark: value.mark, "unknown key", fix: Self.advice(for: key, among: known))
            }
        }
        return fields
    }

    /// Takes a mapping with any keys apart.
    ///
    /// - Parameter field: What should be a mapping.
    /// - Returns: Keys and fields in the order of the file; empty when it is no mapping.
    mutating func entries(of field: YAMLField) -> [(key: String, field: YAMLField)] {
        guard case .mapping(let entries) = field.node.content else {
            let fix = field.node.isNull ? "write {} or leave the key out" : "write `key: value` lines below it"
            report(field, "a mapping is needed here, and this is \(field.node.kindName)", fix: fix)
            return []
        }
        return entries.map { ($0.key, YAMLField($0, in: field.path)) }
    }

    /// What to do about a word that is not one of those known.
    static func advice(for word: String, among known: [String]) -> String {
        if let name = NearestName.find(word, among: known) { return "did you mean \(name)?" }
        return "known here: \(known.joined(separator: ", "))"
    }
}
