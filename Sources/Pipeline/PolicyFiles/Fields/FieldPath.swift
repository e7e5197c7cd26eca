/// The keys and indices that lead to a value of a file.
///
/// The texts are made when a problem is reported: files without one never need them.
package indirect enum FieldPath: Sendable, Hashable {
    case root
    case key(String, in: FieldPath)
    /// An element of a list; the first has the index 0.
    case index(Int, in: FieldPath)

    /// The path for people, such as `types.image.limit` or `payload.media[0].url`; empty for the root.
    ///
    /// Keys with full stops, such as the names of hosts, are quoted.
    package var keyPath: String {
        switch self {
        case .root: return ""
        case .key(let key, let parent):
            let name = key.contains(".") ? "\"\(key)\"" : key
            let path = parent.keyPath
            return path.isEmpty ? name : "\(path).\(name)"
        case .index(let index, let parent): return "\(parent.keyPath)[\(index)]"
        }
    }

    /// The JSON Pointer (RFC 6901); empty for the root.
    package var pointer: String {
        switch self {
        case .root: ""
        case .key(let key, let parent):
            "\(parent.pointer)/\(key.replacing("~", with: "~0").replacing("/", with: "~1"))"
        case .index(let index, let parent): "\(parent.pointer)/\(index)"
        }
    }
}
