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

    private func shown(_ text: String) -> String { TruncatedText.cutting(text).printable }

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

/// Chooses the items of the page's table, where there are more than it takes: those without media first.
struct ItemSelection {
    /// Items in the table.
    let count: Int
    /// Items that the table leaves out.
    let omittedCount: Int
    private var attachedLeft: Int
    private var othersLeft: Int

    /// Creates the choice.
    ///
    /// - Parameters:
    ///   - outcomes: What became of all items.
    ///   - limit: Items in the table at most.
    init(_ outcomes: OutcomeCounts, limit: Int) {
        count = min(outcomes.total, limit)
        omittedCount = outcomes.total - count
        othersLeft = min(outcomes.total - outcomes[.attached], limit)
        attachedLeft = limit - othersLeft
    }

    /// Whether the table takes the next item.
    mutating func takes(_ outcome: Outcome) -> Bool {
        if outcome == .attached {
            attachedLeft -= 1
            return attachedLeft >= 0
        }
        othersLeft -= 1
        return othersLeft >= 0
    }
}

/// Numbers texts that come again and again, so that a page holds each of them once.
struct StringTable {
    /// Texts that get a number; later ones stand where they are used.
    static let capacity = 4096

    private(set) var all: [String] = []
    private var indices: [String: Int] = [:]

    /// A text's number, a new one where there is room.
    mutating func index(of text: String) -> Int? {
        if let index = indices[text] { return index }
        guard all.count < Self.capacity else { return nil }
        all.append(text)
        indices[text] = all.count - 1
        return all.count - 1
    }
}
