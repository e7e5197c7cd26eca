/// A value of a YAML file with its position.
struct YAMLNode: Sendable, Hashable {
    enum Content: Sendable, Hashable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    struct Entry: Sendable, Hashable {
        let key: String
        let mark: YAMLMark?
        let value: YAMLNode
    }

    let content: Content
    /// The position of the value; `nil` for values of a property list, which has no lines.
    let mark: YAMLMark?

    /// The kind of value, for messages.
    var kindName: String {
        switch content {
        case .scalar(let scalar) where scalar.isNull: "nothing"
        case .scalar(let scalar) where scalar.boolean != nil: "true or false"
        case .scalar(let scalar) where scalar.integer != nil: "a number"
        case .scalar: "a text"
        case .sequence: "a list"
        case .mapping: "a mapping"
        }
    }

    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.isNull } else { false }
    }
}

/// A single value as written in the file; the caller interprets it.
struct YAMLScalar: Sendable, Hashable {
    /// The text, without quotes and with escapes resolved.
    let text: String
    /// Whether it is written without quotes, so that `true`, `null` and `12` are more than text.
    let isPlain: Bool

    /// Whether it is `null`, `~` or empty.
    var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

    /// The boolean, spelled `true` or `false` only: YAML 1.1 also accepts `no` and `on`, which surprises.
    var boolean: Bool? {
        guard isPlain else { return nil }
        return switch text {
        case "true": true
        case "false": false
        default: nil
        }
    }

    /// The number, in decimal digits with an optional sign.
    var integer: Int? {
        isPlain ? Int(text) : nil
    }
}

/// A position in a text file, as editors count.
struct YAMLMark: Sendable, Hashable {
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int

    static let start = YAMLMark(line: 1, column: 1)
}

extension YAMLMark {
    /// Creates the position of a byte at `offset`, 0 to `bytes.count`, of a file that need not be valid UTF-8.
    init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Continuation bytes of UTF-8 do not count as columns.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        self.init(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
    }
}
