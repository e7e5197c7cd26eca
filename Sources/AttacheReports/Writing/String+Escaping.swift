import AttacheCore

/// Untrusted text as one visible line.
enum PrintableText {
    /// Replaces invisible characters: white space other than the space becomes a space; control characters and marks of
    /// the writing direction become U+FFFD.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars { printable.unicodeScalars.append(replacement(for: scalar) ?? scalar) }
        return printable
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: nil
        }
    }
}

/// Untrusted text in HTML.
enum HTMLText {
    /// Escapes text for an element's content or an attribute in double quotes.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in PrintableText.text(TruncatedText.cutting(text)).unicodeScalars {
            switch scalar {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    /// Returns the text in an element that confines its writing direction.
    static func isolating(_ text: String) -> String { "<bdi>\(escaping(text))</bdi>" }
}

/// Untrusted text in XML 1.0.
enum XMLText {
    /// Escapes text for an element's content or an attribute in double quotes. Characters that XML 1.0 §2.2 does not
    /// allow, and the other noncharacters, become U+FFFD; line breaks and tabs are written as references, since a
    /// parser would turn them into spaces in an attribute. `>` is escaped as well, so that `]]>` never occurs in
    /// content.
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

/// Untrusted text in a table cell of GitHub-flavoured Markdown.
enum MarkdownText {
    /// Escapes text so that it is displayed literally: no marks, no HTML, no links, one line. A backslash disables
    /// every mark of ASCII (CommonMark §2.4) and keeps addresses from becoming links; only characters with an effect
    /// get one. Characters that break the line or turn its direction become U+FFFD.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in PrintableText.text(TruncatedText.cutting(text)).unicodeScalars {
            switch scalar {
            // As a reference, since not every renderer supports a backslash inside a table or before HTML.
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "&": escaped += "&amp;"
            case "|": escaped += "&#124;"
            case "`", "*", "_", "\\", "[", "]", "(", ")", "#", "!", "~", ":", "@", "$", "^", "=", "+", "{", "}":
                escaped += "\\"
                escaped.unicodeScalars.append(scalar)
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        // A bare `www.` becomes a link even without a colon.
        return escaped.replacing("www.", with: "www\\.")
    }
}
