/// One step of libyaml's parser.
struct YAMLEvent {
    /// What was found.
    enum Kind {
        case streamStart
        case streamEnd
        case documentStart
        case documentEnd
        case alias
        case scalar(YAMLScalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
    }

    let kind: Kind
    let mark: YAMLMark
    /// Whether the value carries an anchor or an explicit tag, neither of which these files use.
    let isDecorated: Bool
}
