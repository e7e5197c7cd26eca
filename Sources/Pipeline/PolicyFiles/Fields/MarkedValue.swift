/// A value of a YAML file, a JSON file or a property list, with its position.
package struct MarkedValue: Sendable {
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        /// A number as it is spelled.
        case number(String)
        case text(String)
        case list([MarkedValue])
        case mapping([Member])
    }

    package struct Member: Sendable {
        package let key: String
        /// The position of the key.
        package let mark: FileMark?
        package let value: MarkedValue
    }

    package let content: Content
    /// The position of the value, in a property list that of its key; `nil` where the file has no lines.
    package let mark: FileMark?

    package init(_ content: Content, at mark: FileMark? = nil) {
        self.content = content
        self.mark = mark
    }

    /// The kind of value, for messages.
    package var kindName: String {
        switch content {
        case .null: "nothing"
        case .boolean: "true or false"
        case .number: "a number"
        case .text: "a text"
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    package var text: String? {
        if case .text(let text) = content { text } else { nil }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    package var list: [MarkedValue]? {
        if case .list(let elements) = content { elements } else { nil }
    }

    package var members: [Member]? {
        if case .mapping(let members) = content { members } else { nil }
    }

    /// A single value as a file spells it; `nil` for nothing, a list and a mapping.
    package var scalarText: String? {
        switch content {
        case .boolean(let value): "\(value)"
        case .number(let text), .text(let text): text
        case .null, .list, .mapping: nil
        }
    }

    /// The value of a mapping's key; `nil` for another value and without the key.
    package subscript(_ key: String) -> MarkedValue? { member(key)?.value }

    /// The first member of a mapping with the key.
    package func member(_ key: String) -> Member? { members?.first { $0.key == key } }
}
