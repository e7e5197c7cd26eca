extension URLParser {
    /// Refuses text that no part of a URL may contain, before anything is read out of it.
    ///
    /// - Throws: `URLRefusal` for an empty or over-long text, white space at its ends, a control character, a backslash or
    ///   what is no UTF-8.
    func checkForm() throws(URLRefusal) {
        guard byteCount <= Self.byteLimit else { throw subject.tooLong(byteCount) }
        guard bytes.contains(where: { !Self.isBlank($0) }) else { throw subject.invalid("is empty") }
        if bytes.first == UInt8(ascii: " ") || bytes.last == UInt8(ascii: " ") {
            throw subject.invalid("begins or ends with a space", fix: "Remove the space.")
        }
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") {
            if byte == UInt8(ascii: "\\") {
                // Browsers read it as a slash, RFC 3986 does not: each would see another host.
                throw subject.invalid("contains a backslash at byte \(index)", fix: "Write / or %5C instead.")
            }
            if let name = controlCharacter(at: index) {
                throw subject.invalid("contains \(name) at byte \(index)", fix: "Remove it, or percent-encode it.")
            }
        }
        if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
            throw subject.invalid("is not valid UTF-8", fix: "Percent-encode what is not ASCII.")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    /// The name of the control character that begins at a position, or `nil` when another character does.
    private func controlCharacter(at index: Int) -> String? {
        switch bytes[index] {
        case 0x00: return "a NUL"
        case 0x09: return "a tab"
        case 0x0A: return "a line feed"
        case 0x0D: return "a carriage return"
        case 0x00..<0x20, 0x7F: return "a control character"
        case 0xC2:
            // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
            let isControl = index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
            return isControl ? "a control character" : nil
        case 0xE2:
            // U+2028 and U+2029 are E2 80 A8 and E2 80 A9: they end lines in logs and consoles.
            let isSeparator =
                index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2])
            return isSeparator ? "a line separator" : nil
        default: return nil
        }
    }
}
