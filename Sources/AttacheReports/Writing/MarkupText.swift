import AttacheCore

/// Text from outside within HTML.
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

    /// Text from outside as an element whose direction of writing ends with it.
    static func isolating(_ text: String) -> String { "<bdi>\(escaping(text))</bdi>" }
}

/// Text from outside within a table cell of GitHub-flavoured Markdown.
enum MarkdownText {
    /// Escapes text so that it reads as it stands: no marks, no HTML, no links, one line.
    ///
    /// A backslash takes the meaning from every mark of ASCII (CommonMark §2.4) and keeps addresses from becoming links;
    /// only what could do something gets one. What could break the line or turn its direction becomes U+FFFD.
    static func escaping(_ text: String) -> String {
        var escaped = ""
        for scalar in TruncatedText.cutting(text).printable.unicodeScalars {
            switch scalar {
            // As a reference, since not every renderer takes a backslash for granted inside a table or before HTML.
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
        // Without a colon a bare `www.` is still made a link.
        return escaped.replacing("www.", with: "www\\.")
    }
}
