/// A value of a file with the keys that lead to it.
package struct Field: Sendable {
    package let value: MarkedValue
    package let path: FieldPath
    /// The position of the key, or of an element itself; `nil` where the file has no lines.
    package let mark: FileMark?

    /// Creates the field of a file's root; `path` leads to it where it is a part of a file.
    package init(_ root: MarkedValue, path: FieldPath = .root) {
        value = root
        mark = root.mark
        self.path = path
    }

    package init(_ member: MarkedValue.Member, in parent: Field) {
        value = member.value
        path = .key(member.key, in: parent.path)
        mark = member.mark ?? member.value.mark ?? parent.mark
    }

    package init(_ element: MarkedValue, index: Int, in parent: Field) {
        value = element
        path = .index(index, in: parent.path)
        mark = element.mark ?? parent.mark
    }

    /// The field of a mapping's key; without the key nothing, at the place of the mapping.
    package subscript(_ key: String) -> Field {
        if let member = value.member(key) { return Field(member, in: self) }
        return Field(MarkedValue(.null, at: mark), path: .key(key, in: path))
    }

    package var isNull: Bool { value.isNull }

    /// The elements of a list; `nil` for any other value.
    package var elements: [Field]? { value.list?.enumerated().map { Field($1, index: $0, in: self) } }
}

/// The known fields of a mapping.
package struct Fields: Sendable {
    /// The mapping itself.
    package let field: Field
    /// In the order of the file; at most one for each known key, so a search is short.
    package let all: [(key: String, field: Field)]

    package subscript(_ key: String) -> Field? { all.first { $0.key == key }?.field }
}
