import AttacheCore

/// One URL to judge, as it was written.
struct URLLine: Sendable, Equatable {
    /// Bytes of an over-long URL that are shown.
    private static let shownLimit = 256

    /// The URL, or the first `URLJudge.byteLimit` bytes of a longer one.
    let bytes: [UInt8]
    /// The length of the whole URL in bytes.
    let byteCount: Int

    init(bytes: [UInt8], byteCount: Int) {
        self.bytes = bytes
        self.byteCount = byteCount
    }

    init(_ argument: String) {
        let text = argument.utf8
        self.init(bytes: Array(text.prefix(URLJudge.byteLimit)), byteCount: text.count)
    }

    /// The URL as verdicts name it: what is no UTF-8 is replaced, and an over-long URL is cut off.
    var shown: String {
        guard byteCount > URLJudge.byteLimit else { return String(decoding: bytes, as: UTF8.self) }
        var end = Self.shownLimit
        // Not in the middle of a character.
        while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return String(decoding: bytes.prefix(end), as: UTF8.self) + "…"
    }
}
