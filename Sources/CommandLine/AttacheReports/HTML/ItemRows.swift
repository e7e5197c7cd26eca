import AttacheCore

/// The encoder of the page's item table: an array for each item, in the order that `report.js` expects.
struct ItemRows {
    private var strings = StringTable()
    private var writer = JSONWriter()
    private var isFirst = true

    /// Returns one item's row, preceded by a comma unless it is the first.
    mutating func row(_ item: ReportedItem) -> [UInt8] {
        let record = item.record
        writer.removeAll()
        writer.beginArray()
        writer.string(shown(record.source))
        writer.integer(OutcomeCounts.index(of: record.outcome))
        writer.decimal(record.timing.total.milliseconds)
        writer.beginArray()
        for reason in record.reasons { write(reason, item.urls) }
        writer.endArray()
        writer.beginArray()
        for attachment in record.attachments { write(attachment, item.urls) }
        writer.endArray()
        repeated(record.policy)
        text(item.output)
        repeated(record.traces.first?.host)
        writer.endArray()
        defer { isFirst = false }
        return Self.escaping((isFirst ? [] : [UInt8(ascii: ",")]) + writer.bytes)
    }

    var stringTable: [UInt8] {
        var writer = JSONWriter()
        writer.beginArray()
        for string in strings.all { writer.string(string) }
        writer.endArray()
        return Self.escaping(writer.bytes)
    }

    private mutating func write(_ reason: Reason, _ urls: URLForm) {
        writer.beginArray()
        repeated(reason.code.rawValue)
        writer.integer(Self.index(of: reason.severity))
        repeated(reason.message)
        repeated(reason.fix)
        repeated(reason.apple.map { "\($0.domain) \($0.code)" })
        repeated(reason.url.map(urls.text))
        repeated(reason.pointer)
        if let status = reason.status { writer.integer(status) } else { writer.null() }
        writer.endArray()
    }

    private mutating func write(_ attachment: Attachment, _ urls: URLForm) {
        writer.beginArray()
        writer.string(FileURL.text(path: attachment.file.path))
        writer.string(attachment.format.kind?.rawValue ?? "file")
        repeated(attachment.format.typeIdentifier)
        writer.integer(attachment.file.byteCount)
        writer.integer(attachment.pixels?.width ?? 0)
        writer.integer(attachment.pixels?.height ?? 0)
        writer.string(shown(urls.text(attachment.source)))
        writer.endArray()
    }

    /// Writes a text shared by many items, as its number if it has one.
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

    private func shown(_ text: String) -> String { TruncatedText.cutting(text).printable }

    /// Escapes `<`, which only occurs in strings, so that an HTML parser finds no end of the script and no comment.
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

/// The selection of items for the page's table when there are too many: those without media first.
struct ItemSelection {
    let count: Int
    let omittedCount: Int
    private var attachedLeft: Int
    private var othersLeft: Int

    init(_ outcomes: OutcomeCounts, limit: Int) {
        count = min(outcomes.total, limit)
        omittedCount = outcomes.total - count
        othersLeft = min(outcomes.total - outcomes[.attached], limit)
        attachedLeft = limit - othersLeft
    }

    mutating func takes(_ outcome: Outcome) -> Bool {
        if outcome == .attached {
            attachedLeft -= 1
            return attachedLeft >= 0
        }
        othersLeft -= 1
        return othersLeft >= 0
    }
}

/// A table of repeated texts, so that a page contains each of them once.
struct StringTable {
    /// The limit of numbered texts; later ones are written in full.
    static let capacity = 4096

    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    mutating func index(of text: String) -> Int? {
        if let index = indices[text] { return index }
        guard all.count < Self.capacity else { return nil }
        all.append(text)
        indices[text] = all.count - 1
        return all.count - 1
    }
}
