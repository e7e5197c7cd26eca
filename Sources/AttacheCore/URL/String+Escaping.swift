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
