import AttacheCore

/// Untrusted text in HTML.
enum HTMLText {
    /// Escapes text for an element's content or an attribute in double quotes.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in TruncatedText.cutting(text).printable.unicodeScalars {
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

/// Untrusted text in a table cell of GitHub-flavoured Markdown.
enum MarkdownText {
    /// Escapes text so that it is displayed literally: no marks, no HTML, no links, one line. A backslash disables
    /// every mark of ASCII (CommonMark §2.4) and keeps addresses from becoming links; only characters with an effect
    /// get one. Characters that break the line or turn its direction become U+FFFD.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in TruncatedText.cutting(text).printable.unicodeScalars {
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
