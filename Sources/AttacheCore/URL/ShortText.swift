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
