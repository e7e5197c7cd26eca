import AttacheCore

/// Canonical JSON of a file: the same for texts that differ in comments, quotes and spacing alone.
///
/// A plain `true`, `null` or whole number stays one; every other scalar is a string, which the decoder reads alike. The
/// build makes the same of the built-in policies.
extension YAMLNode {
    /// Creates a tree without positions; `keys` are the members of the root to take, `nil` for all.
    init(_ value: JSONValue, only keys: [String]? = nil) {
        let content: Content
        switch value.kind {
        case .object:
            let members = value.members.filter { keys?.contains($0.key) ?? true }
            content = .mapping(members.map { Entry(key: $0.key, mark: nil, value: YAMLNode($0.value)) })
        case .array: content = .sequence(value.elements.map { YAMLNode($0) })
        case .string: content = .scalar(YAMLScalar(text: value.string ?? "", isPlain: false))
        case .number, .boolean, .null: content = .scalar(YAMLScalar(text: value.text, isPlain: true))
        }
        self.init(content: content, mark: nil)
    }

    /// The tree as compact JSON, with members in the order of the file.
    var canonicalText: String {
        var writer = JSONWriter(capacity: 1024)
        write(to: &writer)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private func write(to writer: inout JSONWriter) {
        switch content {
        case .mapping(let entries):
            writer.beginObject()
            for entry in entries {
                writer.key(entry.key)
                entry.value.write(to: &writer)
            }
            writer.endObject()
        case .sequence(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .scalar(let scalar):
            if scalar.isNull {
                writer.null()
            } else if let boolean = scalar.boolean {
                writer.boolean(boolean)
            } else if let integer = scalar.integer {
                writer.integer(Int64(integer))
            } else {
                writer.string(scalar.text)
            }
        }
    }
}
