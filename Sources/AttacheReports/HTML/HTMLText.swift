import AttacheCore

/// Text from outside within HTML.
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

    /// Text from outside as an element whose direction of writing ends with it.
    static func isolating(_ text: String) -> String { "<bdi>\(escaping(text))</bdi>" }
}
