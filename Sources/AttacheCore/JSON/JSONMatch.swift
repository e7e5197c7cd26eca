/// A value that a path leads to.
package struct JSONMatch: Sendable {
    /// The value.
    package let value: JSONValue
    /// The value the path started from.
    let root: JSONValue

    /// The normalised path of the value (RFC 9535 §2.7), such as `$['aps']['media'][0]`; made when asked for.
    package var location: String {
        var location = "$"
        var container = root
        while container.index != value.index {
            // Exactly one child's part of the tape contains the value.
            var position = 0
            for child in JSONElements(container) {
                if child.nextIndex > value.index {
                    container = child
                    break
                }
                position += 1
            }
            location += container.key.map(JSONMatch.normalised) ?? "[\(position)]"
        }
        return location
    }

    /// A name as it stands in a normalised path.
    private static func normalised(_ name: String) -> String {
        var text = "['"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "'": text += "\\'"
            case "\\": text += "\\\\"
            case "\u{08}": text += "\\b"
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\u{0C}": text += "\\f"
            case "\r": text += "\\r"
            case "\0"..<" ": text += (scalar.value < 0x10 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "']"
    }
}
