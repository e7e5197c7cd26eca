/// Swift source text for values.
enum SwiftLiteral {
    /// A string literal in one line.
    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": literal += "\\\(scalar)"
            case "\n": literal += "\\n"
            case "\r": literal += "\\r"
            case "\t": literal += "\\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }

    /// An array literal of strings.
    static func list(_ texts: [String]) -> String {
        "[\(texts.map { string($0) }.joined(separator: ", "))]"
    }

    /// A duration, exact to the nanosecond.
    static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let nanoseconds = attoseconds / 1_000_000_000
        return nanoseconds == 0 ? ".seconds(\(seconds))" : ".seconds(\(seconds)) + .nanoseconds(\(nanoseconds))"
    }

    /// An optional boolean.
    static func boolean(_ value: Bool?) -> String {
        value.map { "\($0)" } ?? "nil"
    }
}
