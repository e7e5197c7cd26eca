import AttacheCore

/// Reads the values of one file and collects its problems, so that all of them are reported at once.
///
/// Reading never stops at a problem: each function returns `nil` for an unreadable value and continues.
struct PolicyDecoder {
    /// The path as given by the user.
    let file: String
    private(set) var problems: [PolicyProblem] = []

    /// Records a problem at `mark`, or at the position of the field's value.
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

    /// Returns the fields of a mapping by key, and reports unknown keys; empty when the field is not a mapping.
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

    /// Returns the keys and fields of a mapping with any keys, in the order of the file; empty when the field is not a
    /// mapping.
    mutating func entries(of field: YAMLField) -> [(key: String, field: YAMLField)] {
        guard case .mapping(let entries) = field.node.content else {
            let fix = field.node.isNull ? "write {} or omit the key" : "write `key: value` lines below it"
            report(field, "expected a mapping, found \(field.node.kindName)", fix: fix)
            return []
        }
        return entries.map { ($0.key, YAMLField($0, in: field.path)) }
    }

    static func advice(for word: String, among known: [String]) -> String {
        if let name = NearestName.find(word, among: known) { return "did you mean \(name)?" }
        return "known here: \(known.joined(separator: ", "))"
    }
}

/// A value together with its key path.
struct YAMLField {
    let node: YAMLNode
    /// The key path, such as `types.image.limit`; empty for the root.
    let path: String
    /// The position of the key, or of the value itself in a list.
    let mark: YAMLMark?

    init(root: YAMLNode, path: String = "") {
        self.node = root
        self.path = path
        self.mark = root.mark
    }

    init(_ entry: YAMLNode.Entry, in parent: String) {
        self.node = entry.value
        self.path = Self.path(of: entry.key, in: parent)
        self.mark = entry.mark
    }

    init(_ element: YAMLNode, index: Int, in parent: String) {
        self.node = element
        self.path = "\(parent)[\(index)]"
        self.mark = element.mark
    }

    /// Returns the path of a key; host names are quoted since they contain full stops.
    static func path(of key: String, in parent: String) -> String {
        let name = key.contains(".") ? "\"\(key)\"" : key
        return parent.isEmpty ? name : "\(parent).\(name)"
    }
}
