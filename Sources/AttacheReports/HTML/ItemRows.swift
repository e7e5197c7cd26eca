import AttacheCore

/// Writes the data of the page's table: an array for each item, in the order in which the page's script takes it apart.
struct ItemRows {
    private var strings = StringTable()
    private var writer = JSONWriter()
    private var isFirst = true

    /// One item's row, the comma before it included.
    mutating func row(_ item: ReportedItem) -> [UInt8] {
        let record = item.record
        writer.removeAll()
        writer.beginArray()
        writer.string(shown(record.source))
        writer.integer(OutcomeCounts.index(of: record.outcome))
        writer.decimal(record.timing.total.milliseconds)
        writer.beginArray()
        for reason in record.reasons { write(reason) }
        writer.endArray()
        writer.beginArray()
        for attachment in record.attachments { write(attachment) }
        writer.endArray()
        repeated(record.policy)
        text(item.output)
        repeated(record.traces.first?.host)
        writer.endArray()
        defer { isFirst = false }
        return Self.escaping((isFirst ? [] : [UInt8(ascii: ",")]) + writer.bytes)
    }

    /// The texts that came often, an array.
    var stringTable: [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for string in strings.all { writer.string(string) }
        writer.endArray()
        return Self.escaping(writer.bytes)
    }

    private mutating func write(_ reason: Reason) {
        writer.beginArray()
        repeated(reason.code.rawValue)
        writer.integer(Self.index(of: reason.severity))
        repeated(reason.message)
        repeated(reason.fix)
        repeated(reason.apple.map { "\($0.domain) \($0.code)" })
        writer.endArray()
    }

    private mutating func write(_ attachment: Attachment) {
        writer.beginArray()
        writer.string(FileURL.text(path: attachment.file.path))
        writer.string(attachment.format.kind?.rawValue ?? "file")
        repeated(attachment.format.typeIdentifier)
        writer.integer(attachment.file.byteCount)
        writer.integer(attachment.pixels?.width ?? 0)
        writer.integer(attachment.pixels?.height ?? 0)
        writer.string(shown(RedactedURL.text(attachment.source)))
        writer.endArray()
    }

    /// A text that other items have too, by its number where it has one.
    private mutating func repeated(_ value: String?) {
        guard let value else { return writer.null() }
        let text = shown(value)
        if let index = strings.index(of: text) {
            writer.integer(index)
        } else {
            writer.string(text)
        }
    }

    private mutating func text(_ value: String?) {
        guard let value else { return writer.null() }
        writer.string(shown(value))
    }

    private func shown(_ text: String) -> String { PrintableText.text(TruncatedText.cutting(text)) }

    /// JSON that no HTML parser takes for the end of a script or the beginning of a comment: `<` stands only in strings.
    private static func escaping(_ json: [UInt8]) -> [UInt8] {
        guard json.contains(UInt8(ascii: "<")) else { return json }
        return json.flatMap { $0 == UInt8(ascii: "<") ? Array("\\u003c".utf8) : [$0] }
    }

    private static func index(of severity: Severity) -> Int {
        switch severity {
        case .block: 0
        case .warning: 1
        case .note: 2
        }
    }
}
