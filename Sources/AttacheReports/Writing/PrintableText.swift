/// Makes text from outside fit for one line that people read.
enum PrintableText {
    /// Replaces what cannot be seen but does something: white space but for the space becomes a space; control characters
    /// and marks that turn the writing direction become U+FFFD.
    static func text(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { replacement(for: $0) != nil }) else { return text }
        var printable = ""
        for scalar in text.unicodeScalars { printable.unicodeScalars.append(replacement(for: scalar) ?? scalar) }
        return printable
    }

    private static func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D, 0x2028, 0x2029: " "
        case 0..<0x20, 0x7F..<0xA0: "\u{FFFD}"
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
        default: nil
        }
    }
}
