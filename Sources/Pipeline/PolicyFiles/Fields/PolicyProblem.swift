package import AttacheCore

/// One problem of a file, with its position and its fix.
package struct PolicyProblem: Sendable, Hashable {
    /// The path as given by the user.
    package var file: String
    /// The line from 1, or `nil` for the file as a whole and for values of property lists.
    package var line: Int?
    /// The column from 1, or `nil` where there is no line.
    package var column: Int?
    /// The keys that lead to the value; the root for the file as a whole.
    package var path: FieldPath
    package var message: String
    package var fix: String
    /// `block` makes the file unusable; a `warning` does not.
    package var severity: Severity
    package var fault: FieldFault

    package init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        path: FieldPath = .root,
        message: String,
        fix: String,
        severity: Severity = .block,
        fault: FieldFault = .unreadable
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.message = message
        self.fix = fix
        self.severity = severity
        self.fault = fault
    }

    /// The position; `nil` where there is no line.
    package var mark: FileMark? { line.map { FileMark(line: $0, column: column ?? 1) } }

    /// The key path, as in `types.image.limit` or `payload.media[0].url`; empty for the file as a whole.
    package var keyPath: String { path.keyPath }

    /// Whether the problem is shown before another one of its file: by line and column, the number of further problems
    /// last.
    func isBefore(_ other: PolicyProblem) -> Bool {
        (fault == .more ? 1 : 0, line ?? 0, column ?? 0) < (
            other.fault == .more ? 1 : 0, other.line ?? 0, other.column ?? 0
        )
    }
}

extension PolicyProblem: CustomStringConvertible {
    /// One line in the format of compilers, such as `hive.yaml:12:5: error: types.image.limit: "10M" has no … (write
    /// 10MB …)`.
    package var description: String {
        "\(place): \(severity == .block ? "error" : "\(severity.rawValue)"): \(words)"
    }

    /// The same line without the severity.
    package var sentence: String { "\(place): \(words)" }

    /// The file, with line and column if there are any.
    package var place: String {
        var place = file
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }

    private var words: String { (keyPath.isEmpty ? "" : "\(keyPath): ") + "\(message) (\(fix))" }
}

/// What is wrong, for files whose problems have codes.
package enum FieldFault: Sendable, Hashable {
    /// The text is not what its format demands.
    case unreadable
    case duplicateKey
    case wrongKind
    case unknownKey
    case missingKey
    case unknownSchema
    /// A value that its reader does not take.
    case value
    /// A fault that the reader of one format names itself.
    case coded(String)
    /// The number of further problems.
    case more
}

/// An unusable policy file, option file or Info.plist.
package struct PolicyFileError: Error, Sendable, Equatable {
    /// All problems, at least one.
    package let problems: [PolicyProblem]

    package init(problems: [PolicyProblem]) {
        self.problems = problems
    }
}
