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
