/// The texts of elements in the responses of S3, which have no attributes that matter and no mixed content.
enum XMLText {
    /// The text of the first element of a name, with the five entities decoded; `nil` without one.
    static func first(_ name: String, in bytes: [UInt8]) -> String? {
        elements(name, in: bytes[...], limit: 1).first.map(text)
    }

    static func first(_ name: String, in bytes: ArraySlice<UInt8>) -> String? {
        elements(name, in: bytes, limit: 1).first.map(text)
    }

    /// What is between the tags of each element of a name, in one pass; elements of the name inside of others are not
    /// looked for.
    static func elements(_ name: String, in bytes: ArraySlice<UInt8>, limit: Int = .max) -> [ArraySlice<UInt8>] {
        let (open, close) = (Array("<\(name)".utf8), Array("</\(name)>".utf8))
        var found: [ArraySlice<UInt8>] = []
        var start: Int?
        var index = bytes.startIndex
        while index < bytes.endIndex, found.count < limit {
            guard bytes[index] == UInt8(ascii: "<") else {
                index += 1
                continue
            }
            if let begin = start {
                if bytes[index...].starts(with: close) {
                    found.append(bytes[begin..<index])
                    start = nil
                }
            } else if bytes[index...].starts(with: open),
                let end = bytes[index...].prefix(256).firstIndex(of: UInt8(ascii: ">")), index + open.count <= end,
                [UInt8(ascii: ">"), UInt8(ascii: " ")].contains(bytes[index + open.count])
            {
                start = end + 1
                index = end
            }
            index += 1
        }
        return found
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        guard text.contains("&") else { return text }
        return text.replacing("&lt;", with: "<").replacing("&gt;", with: ">").replacing("&quot;", with: "\"")
            .replacing("&#34;", with: "\"").replacing("&apos;", with: "'").replacing("&amp;", with: "&")
    }
}
