/// Makes text from outside safe to print: nothing in it can move a cursor, end a line or flood a screen.
enum EscapedText {
    /// Bytes that are shown before the rest is cut off.
    static let limit = 64

    /// Escapes everything that is not printable ASCII, and cuts long text off.
    ///
    /// - Parameter bytes: The text, not necessarily valid UTF-8.
    /// - Returns: Printable ASCII, except for the sign that something was cut off.
    static func escaping(_ bytes: ArraySlice<UInt8>) -> String {
        var shown = ""
        for byte in bytes.prefix(limit) {
            if byte > 0x20, byte < 0x7F {
                shown.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                shown += "\\x"
                shown += byte < 0x10 ? "0" : ""
                shown += String(byte, radix: 16)
            }
        }
        return bytes.count > limit ? "\(shown)…" : shown
    }
}

/// Keeps text from outside from flooding a report.
package enum TruncatedText {
    /// Bytes of UTF-8 that are kept: the longest path that Linux opens is 4,096 bytes.
    package static let limit = 4096

    /// Cuts off what is too long, at a whole character.
    ///
    /// - Parameter text: Any text.
    /// - Returns: The text, or its beginning and the sign that something was cut off.
    package static func cutting(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return "\(text[..<end])…"
    }
}

extension String {
    /// The text for a terminal: neither ANSI sequences nor line breaks of payloads and origins reach it.
    package var escapedForTerminal: String { replacingControls { "\\u{\(String($0.value, radix: 16))}" } }

    /// The text for one line that people read: white space but for the space becomes a space; control characters and marks
    /// that turn the writing direction become U+FFFD.
    package var printable: String {
        replacingControls { [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains($0.value) ? " " : "\u{FFFD}" }
    }

    private func replacingControls(with replacement: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if Self.isControl(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Whether a character cannot be seen but does something.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL, C1.
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks and overrides of the writing direction, line and paragraph separators.
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Text from outside within XML 1.0.
package enum XMLText {
    /// Escapes text for an element's content or an attribute in double quotes.
    ///
    /// What XML 1.0 §2.2 does not allow, and the other noncharacters, become U+FFFD; line breaks and tabs are written as
    /// references, since a parser would turn them into spaces in an attribute. `>` is escaped as well, so that `]]>`
    /// never stands in content.
    package static func escaping(_ text: String) -> String {
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
