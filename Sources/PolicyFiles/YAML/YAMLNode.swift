/// A value of a YAML file and where it stands.
struct YAMLNode: Sendable, Hashable {
    /// What a value can be.
    enum Content: Sendable, Hashable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([Entry])
    }

    /// One key of a mapping and its value.
    struct Entry: Sendable, Hashable {
        let key: String
        /// Where the key stands.
        let mark: YAMLMark?
        let value: YAMLNode
    }

    let content: Content
    /// Where the value begins; `nil` for values that come from a property list, which has no lines.
    let mark: YAMLMark?

    /// What the value is, for people.
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

    /// Whether the value is written as nothing.
    var isNull: Bool {
        if case .scalar(let scalar) = content { scalar.isNull } else { false }
    }
}

/// A single value as it stands in the file; what it means depends on who asks.
struct YAMLScalar: Sendable, Hashable {
    /// The text, without quotes and with escapes resolved.
    let text: String
    /// Whether it stands without quotes, so that `true`, `null` and `12` are more than text.
    let isPlain: Bool

    /// Whether it is `null`, `~` or nothing at all.
    var isNull: Bool { isPlain && ["", "~", "null", "Null", "NULL"].contains(text) }

    /// The boolean, spelled `true` or `false` only: YAML 1.1 also reads `no` and `on` as booleans, which surprises.
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

/// A place in a text file, as editors count.
struct YAMLMark: Sendable, Hashable {
    /// The line, from 1.
    let line: Int
    /// The column in characters, from 1.
    let column: Int

    /// The beginning of a file.
    static let start = YAMLMark(line: 1, column: 1)
}

extension YAMLMark {
    /// The place of a byte.
    ///
    /// - Parameters:
    ///   - offset: The byte's index, 0 to `bytes.count`.
    ///   - bytes: The file; it need not be valid UTF-8.
    init(offset: Int, in bytes: [UInt8]) {
        let before = bytes.prefix(offset)
        let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
        // Continuation bytes of UTF-8 do not count as columns.
        let column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        self.init(line: before.count { $0 == UInt8(ascii: "\n") } + 1, column: column)
    }
}
