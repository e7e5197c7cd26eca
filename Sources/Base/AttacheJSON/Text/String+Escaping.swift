/// The escaping of untrusted text for display: no cursor movement, line ends or excessive length.
package enum EscapedText {
    /// Limit in bytes before the ellipsis.
    package static let limit = 64

    /// Escapes everything except printable ASCII and truncates at `limit`; `bytes` need not be valid UTF-8.
    package static func escaping(_ bytes: ArraySlice<UInt8>) -> String {
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

/// The truncation of untrusted text in reports.
package enum TruncatedText {
    /// Limit in bytes of UTF-8: the longest path of Linux has 4,096 bytes.
    package static let limit = 4096

    /// Truncates a text at a character boundary and appends an ellipsis.
    package static func cutting(_ text: String) -> String {
        guard text.utf8.count > limit else { return text }
        var end = text.utf8.index(text.startIndex, offsetBy: limit)
        while end.samePosition(in: text.unicodeScalars) == nil { end = text.utf8.index(before: end) }
        return "\(text[..<end])…"
    }
}

extension String {
    /// Untrusted text on a terminal: control characters are escaped, so that neither ANSI sequences nor line breaks reach it,
    /// and commands of CI services.
    package var escapedForTerminal: String {
        replacingControls { "\\u{\(String($0.value, radix: 16))}" }.replacingCommands(by: "\\u{5b}")
    }

    /// The same as `printable`, for a terminal and the logs of CI services.
    package var printableOnTerminal: String { printable.replacingCommands(by: "\u{FFFD}") }

    /// Untrusted text as one visible line: white space other than the space becomes a space; control characters and marks of
    /// the writing direction become U+FFFD.
    package var printable: String {
        replacingControls { [0x09, 0x0A, 0x0D, 0x2028, 0x2029].contains($0.value) ? " " : "\u{FFFD}" }
    }

    /// What the runners of GitHub and of Azure Pipelines take for a command, wherever it is in a line of a log.
    private static let commands = ["##[", "##vso["]

    private func replacingControls(with replacement: (Unicode.Scalar) -> String) -> String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        var result = ""
        for scalar in unicodeScalars {
            if Self.isControl(scalar) { result += replacement(scalar) } else { result.unicodeScalars.append(scalar) }
        }
        return result
    }

    /// Replaces the bracket of each command of a CI service.
    private func replacingCommands(by bracket: String) -> String {
        // By scalars: a combining mark after it hides no command from a runner.
        guard unicodeScalars.contains("##".unicodeScalars) else { return self }
        var text = self
        for command in Self.commands {
            text.unicodeScalars.replace(command.unicodeScalars, with: "\(command.dropLast())\(bracket)".unicodeScalars)
        }
        return text
    }

    /// Whether a character is invisible and has an effect.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL, marks of the writing direction.
        case 0..<0x20, 0x7F, 0x200E, 0x200F: true
        default: scalar.isHiddenControl
        }
    }
}

extension Unicode.Scalar {
    /// Whether a character that is not ASCII is hidden and has an effect: C1, line and paragraph separators, overrides
    /// and isolates of the writing direction.
    package var isHiddenControl: Bool {
        switch value {
        case 0x80..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

/// Untrusted text in XML 1.0.
package enum XMLText {
    /// Escapes text for an element's content or an attribute in double quotes. Characters that XML 1.0 §2.2 does not
    /// allow, and the other noncharacters, become U+FFFD; line breaks and tabs are written as references, since a
    /// parser would turn them into spaces in an attribute, and so are hidden characters with an effect. `>` is escaped as well, so that `]]>` never occurs in
    /// content.
    package static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
            case _ where scalar.isHiddenControl: escaped += "&#\(scalar.value);"
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
