/// The tag that stands before the sound in many MP3 files, id3.org "ID3v2.4.0 - Main Structure" section 3.1.
enum ID3Tag {
    /// The length of a tag's header in bytes.
    static let headerSize = 10

    /// How long the tag is.
    ///
    /// - Parameters:
    ///   - header: At least ten bytes where a tag may stand.
    ///   - offset: Where in `header`.
    /// - Returns: Its length in bytes with header and footer, or `nil` when no tag stands there.
    static func byteCount(_ header: [UInt8], at offset: Int = 0) -> Int? {
        guard header.matches("ID3", at: offset), let version = header.byte(offset + 3), 2...4 ~= version,
            let flags = header.byte(offset + 5), let size = header.bigEndian(offset + 6, 4), size & 0x8080_8080 == 0
        else { return nil }
        // Seven bits of each byte count, so that a tag never looks like the start of a frame.
        let body = size & 0x7F | size >> 1 & 0x3F80 | size >> 2 & 0x1F_C000 | size >> 3 & 0xFE0_0000
        return headerSize + body + (flags & 0x10 == 0 ? 0 : headerSize)
    }
}
