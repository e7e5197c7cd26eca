/// The line of a text with an error, and a caret below the place.
package enum JSONExcerpt {
    /// The limit of columns shown before and after the place.
    private static let reach = 36

    /// Returns two lines, such as `{"a":1,}` and `       ^`, without control characters; `nil` when the text is JSON.
    package static func lines(_ bytes: [UInt8]) -> (text: String, caret: String)? {
        do throws(JSONError) {
            _ = try JSONDocument(parsing: bytes)
            return nil
        } catch {
            return lines(bytes, at: error.position)
        }
    }

    private static func lines(_ bytes: [UInt8], at position: JSONPosition) -> (text: String, caret: String) {
        let start = bytes[..<position.offset].lastIndex(of: JSONByte.lineFeed).map { $0 + 1 } ?? 0
        let end = bytes[position.offset...].firstIndex(of: JSONByte.lineFeed) ?? bytes.count
        let before = characters(bytes[start..<position.offset])
        let after = characters(bytes[position.offset..<end])
        let (shownBefore, shownAfter) = (before.suffix(reach), after.prefix(reach))
        let head = (shownBefore.count < before.count ? "…" : "") + String(shownBefore)
        let text = head + String(shownAfter) + (shownAfter.count < after.count ? "…" : "")
        return (text, String(repeating: " ", count: head.count) + "^")
    }

    /// The characters, each of one column as far as that is known; control characters become spaces.
    private static func characters(_ bytes: ArraySlice<UInt8>) -> [Character] {
        String(decoding: bytes, as: UTF8.self).unicodeScalars.map { scalar in
            let isControl =
                scalar.properties.generalCategory == .control || scalar.properties.generalCategory == .format
            return isControl ? " " : Character(scalar)
        }
    }
}
