import AttacheCore

/// Writes one record of RFC 4180, cell by cell.
struct CSVRow {
    private(set) var text = ""
    private var isFirst = true

    /// A cell of text from outside.
    ///
    /// A spreadsheet takes what begins with `=`, `+`, `-`, `@`, a tab or a line break for a formula; an apostrophe before
    /// it says that it is text (OWASP, "CSV Injection").
    mutating func cell(_ value: String?) {
        guard let value, let first = value.unicodeScalars.first else { return plain("") }
        let shown = TruncatedText.cutting(value)
        quoted(Self.opensFormula(first) ? "'" + shown : shown)
    }

    /// A cell that holds nothing from outside: a number, a word of ours.
    mutating func plain(_ value: String) {
        if !isFirst { text += "," }
        isFirst = false
        text += value
    }

    /// A cell with a number, or an empty one.
    mutating func cell(_ value: Int?) { plain(value.map { "\($0)" } ?? "") }

    /// Ends the record.
    mutating func end() { text += "\r\n" }

    private mutating func quoted(_ value: String) {
        let needsQuotes = value.unicodeScalars.contains { ",;\t\"\r\n".unicodeScalars.contains($0) }
        plain("")
        if needsQuotes { text += "\"" }
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"": text += "\"\""
            case "\t", "\r", "\n": text.unicodeScalars.append(scalar)
            // Control characters end the reading in more than one spreadsheet.
            case ..<" ", "\u{7F}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        if needsQuotes { text += "\"" }
    }

    private static func opensFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\t", "\r", "\n": true
        // The wide forms, which some spreadsheets read like the narrow ones.
        case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}
