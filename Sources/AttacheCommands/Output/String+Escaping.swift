/// Untrusted text on a terminal.
enum TerminalText {
    /// Escapes control characters, so that neither ANSI sequences nor line breaks reach the terminal.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isUnsafe) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            if isUnsafe(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        // C0, DEL, C1.
        case 0..<0x20, 0x7F..<0xA0: true
        // Marks and overrides of the writing direction, line and paragraph separators.
        case 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}

extension String {
    /// Returns the text with trailing spaces up to a width in characters; longer text is unchanged.
    func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }
}
