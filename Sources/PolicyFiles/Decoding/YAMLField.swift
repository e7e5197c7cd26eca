/// A value together with the path of keys that leads to it.
struct YAMLField {
    let node: YAMLNode
    /// Such as `types.image.limit`; empty for the root.
    let path: String
    /// Where the key stands, or the value itself in a list.
    let mark: YAMLMark?

    /// The root of a file.
    init(root: YAMLNode, path: String = "") {
        self.node = root
        self.path = path
        self.mark = root.mark
    }

    /// The value of a key of this field.
    init(_ entry: YAMLNode.Entry, in parent: String) {
        self.node = entry.value
        self.path = Self.path(of: entry.key, in: parent)
        self.mark = entry.mark
    }

    /// An element of this field's list.
    init(_ element: YAMLNode, index: Int, in parent: String) {
        self.node = element
        self.path = "\(parent)[\(index)]"
        self.mark = element.mark
    }

    /// The path of a key, with host names quoted since they contain full stops themselves.
    static func path(of key: String, in parent: String) -> String {
        let name = key.contains(".") ? "\"\(key)\"" : key
        return parent.isEmpty ? name : "\(parent).\(name)"
    }
}
