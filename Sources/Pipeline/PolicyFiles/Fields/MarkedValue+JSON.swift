package import AttacheCore

extension MarkedValue {
    /// Converts a value of a JSON document; the parser limits its depth.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - cursor: Counts the lines of the document; `nil` for values without positions, as those of a text that the build made.
    ///   - keys: The members of an object to take; `nil` for all.
    init(_ value: JSONValue, _ cursor: inout MarkCursor?, only keys: [String]? = nil) {
        let mark = cursor?.mark(at: value.byteRange.lowerBound)
        let content: Content
        switch value.kind {
        case .null: content = .null
        case .boolean: content = .boolean(value.boolean ?? false)
        case .number: content = .number(value.text)
        case .string: content = .text(value.string ?? "")
        case .array: content = .list(value.elements.map { MarkedValue($0, &cursor) })
        case .object:
            var members: [Member] = []
            for (key, member) in value.members where keys?.contains(key) ?? true {
                let mark = cursor?.mark(at: member.memberRange.lowerBound)
                members.append(Member(key: key, mark: mark, value: MarkedValue(member, &cursor)))
            }
            content = .mapping(members)
        }
        self.init(content, at: mark)
    }

    /// Writes the value as JSON, with members in the order of the file; its reader limits the depth.
    ///
    /// - Parameters:
    ///   - writer: Receives the text.
    ///   - number: Writes a number: as it is spelled where that is JSON, and otherwise as a string, unless another way is
    ///     given. YAML has spellings that JSON has not, such as `+5`.
    package func write(
        to writer: inout JSONWriter,
        number: (inout JSONWriter, String) -> Void = { writer, text in
            JSONDocument.isCompleteValue(Array(text.utf8)) ? writer.raw(Array(text.utf8)) : writer.string(text)
        }
    ) {
        switch content {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        case .number(let text): number(&writer, text)
        case .text(let text): writer.string(text)
        case .list(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer, number: number) }
            writer.endArray()
        case .mapping(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.key)
                member.value.write(to: &writer, number: number)
            }
            writer.endObject()
        }
    }

    /// The value as compact JSON.
    package var json: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }

    /// Canonical JSON of a policy file: the same for texts that differ in comments, quotes and spacing alone.
    ///
    /// A whole number stays one; every other number is a string, which the reader takes alike. The build makes the same
    /// of the built-in policies.
    var canonicalText: String {
        var writer = JSONWriter(capacity: 1024)
        write(to: &writer) { writer, text in
            if let integer = Int(text) { writer.integer(integer) } else { writer.string(text) }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
