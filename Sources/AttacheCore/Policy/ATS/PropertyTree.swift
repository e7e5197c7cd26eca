/// A value as it stands in a property list.
package indirect enum PropertyTree: Sendable, Equatable {
    /// One key of a dictionary.
    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: PropertyTree
    }

    case flag(Bool)
    case text(String)
    case list([PropertyTree])
    case dictionary([Entry])

    /// The value as XML, ready to be pasted into an Info.plist.
    ///
    /// - Parameter depth: How many levels it is indented.
    /// - Returns: Lines without a line break at the end.
    package func propertyList(depth: Int = 0) -> String {
        let indent = String(repeating: "    ", count: depth)
        switch self {
        case .flag(let value): return indent + (value ? "<true/>" : "<false/>")
        case .text(let text): return indent + "<string>\(Self.escaped(text))</string>"
        case .list(let elements) where elements.isEmpty: return indent + "<array/>"
        case .list(let elements):
            let lines = elements.map { $0.propertyList(depth: depth + 1) }
            return ([indent + "<array>"] + lines + [indent + "</array>"]).joined(separator: "\n")
        case .dictionary(let entries) where entries.isEmpty: return indent + "<dict/>"
        case .dictionary(let entries):
            let lines = entries.flatMap { entry in
                [indent + "    <key>\(Self.escaped(entry.key))</key>", entry.value.propertyList(depth: depth + 1)]
            }
            return ([indent + "<dict>"] + lines + [indent + "</dict>"]).joined(separator: "\n")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Writes the value as JSON.
    func write(to writer: inout JSONWriter) {
        switch self {
        case .flag(let value): writer.boolean(value)
        case .text(let text): writer.string(text)
        case .list(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .dictionary(let entries):
            writer.beginObject()
            for entry in entries {
                writer.key(entry.key)
                entry.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
