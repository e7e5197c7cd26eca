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
