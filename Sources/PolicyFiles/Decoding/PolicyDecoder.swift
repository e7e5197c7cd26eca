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

/// A value together with the path of keys that leads to it.
struct YAMLField {
    let node: YAMLNode
    /// Such as `types.image.limit`; empty for the root.
    let path: String
    /// Where the key stands, or the value itself in a list.
    let mark: YAMLMark?

    /// The root of a file.
    init(root: YAMLNode, path: String = "") {
        self.node = root
        self.path = path
        self.mark = root.mark
    }

    /// The value of a key of this field.
    init(_ entry: YAMLNode.Entry, in parent: String) {
        self.node = entry.value
        self.path = Self.path(of: entry.key, in: parent)
        self.mark = entry.mark
    }

    /// An element of this field's list.
    init(_ element: YAMLNode, index: Int, in parent: String) {
        self.node = element
        self.path = "\(parent)[\(index)]"
        self.mark = element.mark
    }

    /// The path of a key, with host names quoted since they contain full stops themselves.
    static func path(of key: String, in parent: String) -> String {
        let name = key.contains(".") ? "\"\(key)\"" : key
        return parent.isEmpty ? name : "\(parent).\(name)"
    }
}

/// Finds what somebody probably meant to type.
enum NearestName {
    /// Looks for the name nearest to a misspelt one.
    ///
    /// - Parameters:
    ///   - text: What was written.
    ///   - names: What could have been meant.
    /// - Returns: The nearest name, if at most a third of its letters and at most three differ.
    static func find(_ text: String, among names: [String]) -> String? {
        guard text.utf8.count <= 64 else { return nil }
        let written = Array(text.lowercased().utf8)
        let measured = names.map { (name: $0, distance: distance(written, Array($0.lowercased().utf8))) }
        guard let best = measured.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= min(3, max(1, best.name.utf8.count / 3)) ? best.name : nil
    }

    /// The edits between two words, a swap of neighbours counting as one (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var best = min(last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, beforeLast[column - 1] + 1)
                }
                current.append(best)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
