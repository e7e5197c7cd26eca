import AttacheCore

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

    package init(_ content: Content, at mark: FileMark?) {
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

    /// The value of a mapping's key; `nil` for another value and without the key.
    package subscript(_ key: String) -> MarkedValue? { member(key)?.value }

    /// The first member of a mapping with the key.
    package func member(_ key: String) -> Member? { members?.first { $0.key == key } }
}

/// A position in a text file, as editors count: line and column from 1, the column in characters.
package struct FileMark: Sendable, Hashable {
    package let line: Int
    package let column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }
}

extension MarkedValue {
    /// Converts a tree of libyaml's events; the composer limits its depth.
    init(_ node: YAMLNode) {
        let mark = node.mark.map { FileMark(line: $0.line, column: $0.column) }
        let content: Content =
            switch node.content {
            case .scalar(let scalar) where scalar.isNull: .null
            case .scalar(let scalar):
                if let boolean = scalar.boolean {
                    .boolean(boolean)
                } else if scalar.isPlain, Double(scalar.text) != nil {
                    .number(scalar.text)
                } else {
                    .text(scalar.text)
                }
            case .sequence(let elements): .list(elements.map { MarkedValue($0) })
            case .mapping(let entries):
                .mapping(
                    entries.map { entry in
                        let mark = entry.mark.map { FileMark(line: $0.line, column: $0.column) }
                        return Member(key: entry.key, mark: mark, value: MarkedValue(entry.value))
                    }
                )
            }
        self.init(content, at: mark)
    }

    /// Converts a property list, whose keys have the positions of `marks` by their paths; its reader limits the depth.
    /// Members are sorted by key.
    init(_ value: PropertyListValue, marks: [String: FileMark] = [:], path: String = "") {
        let content: Content =
            switch value {
            case .boolean(let value): .boolean(value)
            case .integer(let value): .number("\(value)")
            case .real(let value): .number("\(value)")
            case .text(let text): .text(text)
            case .list(let elements): .list(elements.map { MarkedValue($0, marks: marks, path: path) })
            case .dictionary(let members):
                .mapping(
                    members.sorted { $0.key < $1.key }.map { key, member in
                        // Paths of hostile files would grow with the square of their length.
                        let path = marks.isEmpty || path.utf8.count > 512 ? path : "\(path)/\(key)"
                        return Member(
                            key: key,
                            mark: marks[path],
                            value: MarkedValue(member, marks: marks, path: path)
                        )
                    }
                )
            case .other: .null
            }
        self.init(content, at: marks[path])
    }

    /// Converts a value of a JSON document; the parser limits its depth.
    init(_ value: JSONValue, _ cursor: inout MarkCursor) {
        let mark = cursor.mark(at: value.byteRange.lowerBound)
        let content: Content =
            switch value.kind {
            case .null: .null
            case .boolean: .boolean(value.boolean ?? false)
            case .number: .number(value.text)
            case .string: .text(value.string ?? "")
            case .array: .list(value.elements.map { MarkedValue($0, &cursor) })
            case .object:
                .mapping(
                    value.members.map { key, member in
                        let mark = cursor.mark(at: member.memberRange.lowerBound)
                        return Member(key: key, mark: mark, value: MarkedValue(member, &cursor))
                    }
                )
            }
        self.init(content, at: mark)
    }
}

/// Computes the positions of bytes in ascending order, so that a file is counted once.
struct MarkCursor {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func mark(at target: Int) -> FileMark {
        while offset < target {
            if bytes[offset] == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if bytes[offset] & 0xC0 != 0x80 {
                // Continuation bytes of UTF-8 do not count as columns.
                column += 1
            }
            offset += 1
        }
        return FileMark(line: line, column: column)
    }
}
