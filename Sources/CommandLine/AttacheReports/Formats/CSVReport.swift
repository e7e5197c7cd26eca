import AttacheCore

/// The run as an RFC 4180 table: a header and one record for each item.
package struct CSVReport: RunReport {
    /// The columns, in order; only the deciding reason, the first attachment and the
    /// first transfer of an item are included. `url` is that of the reason, otherwise that of the attachment.
    package static let columns = [
        "source", "id", "outcome", "fallback", "policy", "network", "code", "severity", "permanent", "message", "fix",
        "reasons", "attachments", "file", "type", "bytes", "width", "height", "sha256", "url", "host", "supply",
        "transfer_ms", "total_ms", "output", "status", "pointer",
    ]

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        try sink.append(Self.columns.joined(separator: ",") + "\r\n")
        try items.forEach { try sink.append(Self.record($0)) }
    }

    private static func record(_ item: ReportedItem) -> String {
        let record = item.record
        let reason = record.headline ?? record.reasons.first
        var row = CSVRow()
        row.cell(record.source)
        row.cell(record.identifier.map { Self.identifier($0) })
        row.plain(record.outcome.rawValue)
        row.plain(record.isFallback ? "true" : "false")
        row.cell(record.policy)
        row.cell(record.network)
        row.plain(reason?.code.rawValue ?? "")
        row.plain(reason?.severity.rawValue ?? "")
        row.plain(reason.map { $0.isPermanent ? "true" : "false" } ?? "")
        row.cell(reason?.message)
        row.cell(reason?.fix)
        // Codes hold neither commas nor white space.
        row.plain(record.reasons.map(\.code.rawValue).joined(separator: " "))
        row.cell(record.attachments.count)
        let attachment = record.attachments.first
        row.cell(attachment?.file.path)
        row.plain(attachment?.format.typeIdentifier ?? "")
        row.cell(attachment?.file.byteCount)
        row.cell(attachment?.pixels?.width)
        row.cell(attachment?.pixels?.height)
        row.plain(attachment?.file.sha256 ?? "")
        row.cell(
            (reason?.url ?? attachment?.source ?? record.reasons.lazy.compactMap(\.url).first).map(item.urls.text)
        )
        let trace = record.traces.first
        row.cell(trace?.host)
        row.plain(trace?.supply.rawValue ?? "")
        row.plain(trace.map { number($0.transfer) } ?? "")
        row.plain(number(record.timing.total))
        row.cell(item.output)
        row.cell(reason?.status ?? trace?.status)
        row.cell(reason?.pointer)
        row.end()
        return row.text
    }

    /// The sender's identifier: a string without its quotes, other values as JSON text.
    private static func identifier(_ text: [UInt8]) -> String {
        guard let document = try? JSONDocument(parsing: text), let string = document.root.string else {
            return String(decoding: text, as: UTF8.self)
        }
        return string
    }

    private static func number(_ duration: Duration) -> String {
        var writer = JSONWriter()
        writer.decimal(duration.milliseconds)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

struct CSVRow {
    private(set) var text = ""
    private var isFirst = true

    /// Adds a cell of untrusted text.
    ///
    /// Spreadsheets treat text that begins with `=`, `+`, `-`, `@`, a tab or a line break as a formula; a leading
    /// apostrophe marks it as text (OWASP, "CSV Injection"). In some languages a semicolon separates cells, and quotation
    /// marks in the middle of one are ignored, so what follows a semicolon gets the apostrophe too.
    mutating func cell(_ value: String?) {
        guard let value, let first = value.unicodeScalars.first else { return plain("") }
        let shown = TruncatedText.cutting(value)
        quoted(Self.opensFormula(first) ? "'" + shown : shown)
    }

    /// Adds a cell without untrusted text: a number or a fixed word.
    mutating func plain(_ value: String) {
        if !isFirst { text += "," }
        isFirst = false
        text += value
    }

    mutating func cell(_ value: Int?) { plain(value.map { "\($0)" } ?? "") }

    mutating func end() { text += "\r\n" }

    private mutating func quoted(_ value: String) {
        let needsQuotes = value.unicodeScalars.contains { ",;\t\"\r\n".unicodeScalars.contains($0) }
        plain("")
        if needsQuotes { text += "\"" }
        var previous: Unicode.Scalar?
        for scalar in value.unicodeScalars {
            if previous == ";", Self.opensFormula(scalar) { text += "'" }
            previous = scalar
            switch scalar {
            case "\"": text += "\"\""
            // Several spreadsheets stop reading at control characters; a terminal obeys the hidden ones.
            case ..<" ", "\u{7F}": text += "\u{FFFD}"
            case _ where scalar.isHiddenControl: text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        if needsQuotes { text += "\"" }
    }

    private static func opensFormula(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "=", "+", "-", "@", "\t", "\r", "\n": true
        // Full-width forms, which some spreadsheets treat like the ASCII ones.
        case "\u{FF1D}", "\u{FF0B}", "\u{FF0D}", "\u{FF20}": true
        default: false
        }
    }
}
