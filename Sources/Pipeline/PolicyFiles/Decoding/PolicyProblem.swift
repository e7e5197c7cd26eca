package import AttacheCore

/// One problem of a file, with its position and its fix.
package struct PolicyProblem: Sendable, Hashable {
    /// The path as given by the user.
    package var file: String
    /// The line from 1, or `nil` for the file as a whole and for values of property lists.
    package var line: Int?
    /// The column from 1, or `nil` where there is no line.
    package var column: Int?
    /// The key path, as in `types.image.limit` or `payload.media[0].url`; empty for the file as a whole.
    package var keyPath: String
    package var message: String
    package var fix: String
    /// `block` makes the file unusable; a `warning` does not.
    package var severity: Severity

    package init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        keyPath: String = "",
        message: String,
        fix: String,
        severity: Severity = .block
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.keyPath = keyPath
        self.message = message
        self.fix = fix
        self.severity = severity
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
    var place: String {
        var place = file
        if let line { place += ":\(line)" }
        if let column { place += ":\(column)" }
        return place
    }

    private var words: String { (keyPath.isEmpty ? "" : "\(keyPath): ") + "\(message) (\(fix))" }
}

/// An unusable policy file, option file or Info.plist.
package struct PolicyFileError: Error, Sendable, Equatable {
    /// All problems, at least one.
    package let problems: [PolicyProblem]

    package init(problems: [PolicyProblem]) {
        self.problems = problems
    }
}
