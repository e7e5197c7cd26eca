/// The escaping of untrusted text for display: no cursor movement, line ends or excessive length.
enum EscapedText {
    /// Limit in bytes before the ellipsis.
    static let limit = 64

    /// Escapes everything except printable ASCII and truncates at `limit`; `bytes` need not be valid UTF-8.
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
