/// A single value as written in a YAML file.
struct YAMLScalar: Sendable {
    /// The text, without quotes and with escapes resolved.
    let text: String
    /// Whether it is written without quotes, so that `true`, `null` and `12` are more than text.
    let isPlain: Bool

    /// The value: nothing for `null`, `~` or an empty text; a boolean for `true` and `false` only, since the `no` and `on` of
    /// YAML 1.1 surprise; a number in any of YAML's spellings; otherwise a text.
    var content: MarkedValue.Content {
        guard isPlain else { return .text(text) }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true": return .boolean(true)
        case "false": return .boolean(false)
        default: break
        }
        // `Double` alone also accepts words such as nan.
        let hasDigit = text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return hasDigit && Double(text) != nil ? .number(text) : .text(text)
    }
}
