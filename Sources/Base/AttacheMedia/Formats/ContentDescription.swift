/// Descriptions of bytes that are not media, for messages.
package enum ContentDescription {
    package static let svgDrawing = "an SVG drawing"

    private static let signatures: [([UInt8], String)] = [
        (Array("%PDF-".utf8), "a PDF document"),
        ([0x50, 0x4B, 0x03, 0x04], "a ZIP archive"),
        ([0x50, 0x4B, 0x05, 0x06], "an empty ZIP archive"),
        ([0x7F, 0x45, 0x4C, 0x46], "a Linux program"),
        ([0xCF, 0xFA, 0xED, 0xFE], "a macOS program"),
        ([0xCA, 0xFE, 0xBA, 0xBE], "a macOS program or a Java class"),
        ([0x4D, 0x5A, 0x90, 0x00], "a Windows program"),
        ([0x1F, 0x8B], "gzip-compressed data"),
        ([0x42, 0x5A, 0x68], "bzip2-compressed data"),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz-compressed data"),
        ([0x28, 0xB5, 0x2F, 0xFD], "Zstandard-compressed data"),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive"),
        (Array("Rar!".utf8), "a RAR archive"),
        (Array("8BPS".utf8), "a Photoshop document"),
        (Array("ID3".utf8), "an ID3 tag without sound"),
        (Array("RIFF".utf8), "a RIFF file of another type"),
        (Array("bplist00".utf8), "a binary property list"),
        (Array("SQLite format 3".utf8), "an SQLite database"),
    ]

    /// The first characters of text files after white space, in lower case.
    private static let openings: [(String, String)] = [
        ("#extm3u", "a playlist"),
        ("ffconcat", "a playlist"),
        ("[playlist]", "a playlist"),
        ("<!doctype html", "an HTML page"),
        ("<html", "an HTML page"),
        ("<head", "an HTML page"),
        ("<body", "an HTML page"),
        ("<script", "an HTML page"),
        ("<svg", svgDrawing),
        ("#!", "a script"),
        ("{", "JSON text"),
        ("[", "JSON text"),
        ("data:", "a data URL written as text"),
        ("version https://git-lfs", "a Git LFS pointer"),
    ]

    /// Returns a few words with their article that complete "the bytes are …", such as "an HTML page", for the first
    /// bytes of a file that is not media.
    package static func describe(_ prefix: [UInt8]) -> String {
        if prefix.isEmpty { return "an empty file" }
        for (signature, words) in signatures where prefix.matches(signature) { return words }
        if prefix.matches("ftyp", at: 4) { return "an ISO media file of an unknown brand" }
        if prefix.matches("ustar", at: 257) { return "a tar archive" }
        let head = prefix.prefix(1_024)
        if head.allSatisfy({ $0 == 0 }) { return "zero bytes" }
        return describeText(Array(head)) ?? "data of an unknown type"
    }

    /// Whether the bytes are neither text nor a known type: `describe` has no name for them.
    package static func isUnknown(_ prefix: [UInt8]) -> Bool {
        ["data of an unknown type", "zero bytes"].contains(describe(prefix))
    }

    private static func describeText(_ head: [UInt8]) -> String? {
        if head.matches([0xFF, 0xFE]) || head.matches([0xFE, 0xFF]) { return "UTF-16 text" }
        let isText = head.allSatisfy { $0 >= 0x20 && $0 != 0x7F || 0x09...0x0D ~= $0 || $0 == 0x1B }
        guard isText else { return nil }
        let text = String(decoding: head.drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }, as: UTF8.self)
            .lowercased()
        for (opening, words) in openings where text.hasPrefix(opening) { return words }
        guard text.hasPrefix("<?xml") || text.hasPrefix("<!") else { return "text" }
        if text.contains("<svg") { return svgDrawing }
        return text.contains("<html") ? "an HTML page" : "an XML document"
    }
}
