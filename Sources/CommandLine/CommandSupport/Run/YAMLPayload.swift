import AttacheCore
import PolicyFiles

/// A payload or a request in YAML, as actions of Home Assistant are written, alone or in a list.
enum YAMLPayload {
    /// Returns the JSON of a YAML mapping or list; `nil` for other text, and for what libyaml does not read.
    static func json(_ bytes: [UInt8]) -> [UInt8]? {
        let file = MarkedFile(bytes, file: "payload.yaml")
        guard file.problems.isEmpty, let root = file.root, root.members != nil || root.list != nil else { return nil }
        var writer = JSONWriter()
        write(root, to: &writer)
        return writer.bytes
    }

    /// The depth is limited by the reader of YAML.
    private static func write(_ value: MarkedValue, to writer: inout JSONWriter) {
        switch value.content {
        case .null: writer.null()
        case .boolean(let value): writer.boolean(value)
        // YAML has more spellings of numbers than JSON, such as +5.
        case .number(let text) where JSONDocument.isCompleteValue(Array(text.utf8)): writer.raw(Array(text.utf8))
        case .number(let text): writer.string(text)
        case .text(let text): writer.string(text)
        case .list(let elements):
            writer.beginArray()
            for element in elements { write(element, to: &writer) }
            writer.endArray()
        case .mapping(let members):
            writer.beginObject()
            for member in members {
                writer.key(member.key)
                write(member.value, to: &writer)
            }
            writer.endObject()
        }
    }
}
