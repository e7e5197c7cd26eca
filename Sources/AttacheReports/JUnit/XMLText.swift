/// Text from outside within XML 1.0.
enum XMLText {
    /// Escapes text for an element's content or an attribute in double quotes.
    ///
    /// What XML 1.0 §2.2 does not allow, and the other noncharacters, become U+FFFD; line breaks and tabs are written as
    /// references, since a parser would turn them into spaces in an attribute. `>` is escaped as well, so that `]]>`
    /// never stands in content.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            default: escaped.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
            }
        }
        return escaped
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0xFDD0...0xFDEF: false
        // The last two of every plane.
        default: scalar.value & 0xFFFE != 0xFFFE
        }
    }
}
