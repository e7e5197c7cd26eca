/// The redaction of text from outside before it is logged, or becomes part of a message or a report.
///
/// It hides user names and passwords, queries and fragments (a query may contain a signature), and inline data. Readers
/// disagree about malformed URLs, so everything before the last at sign is hidden that any of them takes for a password.
package enum RedactedURL {
    /// At signs and colons: plain, percent-encoded once and twice, and the wide forms that IDNA maps to them; in lower
    /// case.
    private static let signs = ["@", "%40", "%2540", "\u{FF20}", "%ef%bc%a0", "\u{FE6B}", "%ef%b9%ab"]
    private static let colons = [":", "%3a", "%253a", "\u{FF1A}", "%ef%bc%9a", "\u{FE55}", "%ef%b9%95"]
    /// The top-level media types of IANA, which are no secret.
    private static let mediaTypes = [
        "application", "audio", "font", "image", "message", "model", "multipart", "text", "video",
    ]

    /// Redacts a URL, which need not be valid, and truncates it.
    package static func text(_ url: String) -> String {
        let text = readable(url)
        let start = text.prefix { $0 <= 0x20 }.endIndex
        if begins("data:", text[start...]) { return inlineData(text[(start + 5)...]) }
        let query = text.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? text.endIndex
        let rest = query < text.endIndex ? shown(text[query...query]) + "…" : ""
        let schemes = ["http:", "https:"].filter { begins($0, text[start...]) }
        let scheme = start + (schemes.first?.utf8.count ?? 0)
        guard let sign = lastSign(text), !isHost(text[scheme..<min(sign.lowerBound, query)]) else {
            return TruncatedText.cutting(shown(text[..<query]) + rest)
        }
        // Only these schemes are shown: any other may be a user name.
        let slashes =
            schemes.isEmpty
            ? text[scheme...].prefix(while: isSlash) : text[scheme..<sign.lowerBound].prefix(while: isSlash)
        let host = sign.lowerBound < query ? "@" + shown(text[sign.upperBound..<max(sign.upperBound, query)]) : ""
        return TruncatedText.cutting(shown(text[..<slashes.endIndex]) + "…" + host + rest)
    }

    /// A URL of a payload for results, whose reader has the payload: as written, unless a part of it may be a user name, a
    /// password or inline data.
    package static func withoutSecrets(_ url: String) -> String {
        let bytes = readable(url)
        let isPlain = ["http://", "https://"].contains { begins($0, bytes) } && !hasSign(bytes)
        return isPlain ? url : text(url)
    }

    /// Redacts a value of a log line that may be or contain a URL; any other text is unchanged.
    package static func value(_ text: String) -> String {
        let bytes = readable(text)
        let isURL = bytes.indices.dropLast().contains { isSlash(bytes[$0]) && isSlash(bytes[$0 + 1]) }
        let hasPassword = lastSign(bytes).map { hasColon(bytes[..<$0.lowerBound]) } ?? false
        return isURL || hasPassword || begins("data:", bytes.drop { $0 <= 0x20 }) ? self.text(text) : text
    }

    /// Whether a text contains an at sign in any form, so that the part before it may be a user name or a password.
    package static func hasSign(_ text: ArraySlice<UInt8>) -> Bool { lastSign(text) != nil }

    /// Whether a part of a URL, such as a malformed host, may be shown: no reader takes any of it for a user name or a
    /// password.
    package static func isHarmless(_ part: ArraySlice<UInt8>) -> Bool {
        let isAddress = part.allSatisfy { $0.hexadecimalValue != nil || ":.[]".utf8.contains($0) }
        return !hasSign(part) && (isAddress || !hasColon(part))
    }

    private static func lastSign(_ text: ArraySlice<UInt8>) -> Range<Int>? {
        for index in text.indices.reversed() {
            let byte = text[index]
            guard byte == UInt8(ascii: "@") || byte == UInt8(ascii: "%") || byte == 0xEF else { continue }
            if let sign = signs.first(where: { begins($0, text[index...]) }) { return index..<index + sign.utf8.count }
        }
        return nil
    }

    /// Drops tabs and line breaks, which many readers skip, even in a scheme (WHATWG URL, section 4.4).
    private static func readable(_ text: String) -> ArraySlice<UInt8> {
        let bytes = Array(text.utf8)
        func isSkipped(_ byte: UInt8) -> Bool { byte == 0x09 || byte == 0x0A || byte == 0x0D }
        // Nearly no text has any, and a filter copies byte by byte.
        return bytes.contains(where: isSkipped) ? bytes.filter { !isSkipped($0) }[...] : bytes[...]
    }

    /// Whether the text between a scheme and an at sign begins with a host, and has no colon that could separate a user
    /// name from a password: the name `icon@2x.png` is no secret.
    private static func isHost(_ text: ArraySlice<UInt8>) -> Bool {
        let host = text.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
        return text.starts(with: "//".utf8) && !host.isEmpty && host.endIndex < text.endIndex
            && !host.contains(UInt8(ascii: "%")) && !text.contains(UInt8(ascii: "\\")) && !hasColon(text)
    }

    private static func hasColon(_ text: ArraySlice<UInt8>) -> Bool {
        text.indices.contains { index in colons.contains { begins($0, text[index...]) } }
    }

    /// The media type, if it is one, and the length of inline data (RFC 2397); a text that is redacted already stays.
    private static func inlineData(_ text: ArraySlice<UInt8>) -> String {
        let comma = text.firstIndex(of: UInt8(ascii: ","))
        let type = text[..<(comma ?? text.startIndex)].prefix { $0 != UInt8(ascii: ";") }
        let isType =
            mediaTypes.contains { begins($0 + "/", type) } && type.count <= 64
            && type.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-./".utf8.contains($0) }
        let data = text[(comma.map { $0 + 1 } ?? text.startIndex)...]
        let (before, after) = ("… (", " bytes)")
        let isRedacted =
            data.starts(with: before.utf8) && data.suffix(after.utf8.count).elementsEqual(after.utf8)
            && data.dropFirst(before.utf8.count).dropLast(after.utf8.count).allSatisfy(\.isASCIIDigit)
        let count = isRedacted ? shown(data.dropFirst(before.utf8.count).dropLast(after.utf8.count)) : "\(data.count)"
        return "data:\(isType ? shown(type) : "")," + before + count + after
    }

    private static func begins(_ prefix: String, _ text: ArraySlice<UInt8>) -> Bool {
        prefix.utf8.elementsEqual(text.prefix(prefix.utf8.count)) {
            $0 == ((0x41...0x5A).contains($1) ? $1 | 0x20 : $1)
        }
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func shown(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
}
