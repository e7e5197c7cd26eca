package import AttacheCore

/// Something in the sources or the Info.plist of an extension that does not work, or works differently, on Linux.
package struct SourceFinding: Sendable, Equatable {
    package enum Severity: String, Sendable, CaseIterable, Comparable {
        case note
        case warning
        case error

        package static func < (left: Severity, right: Severity) -> Bool {
            // In the order of the cases.
            (allCases.firstIndex(of: left) ?? 0) < (allCases.firstIndex(of: right) ?? 0)
        }
    }

    package let code: String
    package let severity: Severity
    package let file: String
    /// From 1; 0 for the whole file.
    package let line: Int
    /// From 1, in Unicode code points; 0 for the whole file.
    package let column: Int
    package let message: String
    package let fix: String

    /// Creates a finding; a line of 0 means the whole file.
    package init(
        code: String,
        severity: Severity,
        file: String,
        line: Int = 0,
        column: Int = 0,
        message: String,
        fix: String
    ) {
        self.code = code
        self.severity = severity
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.fix = fix
    }

    /// The file, with line and column where there are any, which editors and terminals make a link of.
    private var place: String { line == 0 ? file : "\(file):\(line):\(column)" }

    /// The form of compilers; a path with a line break in it begins no line.
    package var text: String {
        let line = "\(place): \(severity.rawValue): \(message) [\(code)]"
        return "\(line.escapedForTerminal)\n    → \(fix.escapedForTerminal)\n"
    }

    /// The form of other errors: one line.
    package var sentence: String { "\(place): \(message) \(fix)" }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", code)
        writer.member("severity", severity.rawValue)
        writer.member("file", file)
        if line > 0 {
            writer.member("line", line)
            writer.member("column", column)
        }
        writer.member("message", message)
        writer.member("fix", fix)
        writer.endObject()
    }
}
