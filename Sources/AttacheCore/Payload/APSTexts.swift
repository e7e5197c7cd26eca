/// The texts of an `aps` dictionary as places in their document, 0 where there is none.
struct APSTexts: Sendable {
    /// The document they stand in; `nil` while there are none.
    var storage: JSONStorage?
    var title = 0
    var subtitle = 0
    var body = 0
    var threadIdentifier = 0
    var categoryIdentifier = 0
    var targetContentIdentifier = 0

    /// The text of a place, decoded.
    func string(_ place: Int) -> String? {
        guard place > 0, let storage else { return nil }
        return storage.string(storage.tape[place])
    }

    /// Writes a member with the text of a place, or nothing when there is none.
    func write(_ name: String, _ place: Int, to writer: inout JSONWriter) {
        guard place > 0, let storage else { return }
        let node = storage.tape[place]
        // Without escapes there is nothing that would be written otherwise than it stands there.
        guard !node.hasEscapes else { return writer.member(name, storage.string(node)) }
        writer.key(name)
        writer.raw(storage.bytes, node.range)
    }
}

extension APSTexts: Equatable {
    /// The same texts, wherever they stand.
    static func == (left: APSTexts, right: APSTexts) -> Bool {
        left.strings == right.strings
    }

    private var strings: [String?] {
        [title, subtitle, body, threadIdentifier, categoryIdentifier, targetContentIdentifier].map(string)
    }
}
