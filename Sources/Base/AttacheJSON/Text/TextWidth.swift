/// The width of a text in columns of a narrow letter.
package enum TextWidth {
    /// Returns the sum of the characters' widths: 2 for those of East Asia and emoji, 0 for marks that join another.
    package static func columns(of text: String) -> Int {
        text.reduce(0) { $0 + ($1.unicodeScalars.first.map(columns) ?? 0) }
    }

    private static func columns(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0..<0x20, 0x200B...0x200F, 0xFE00...0xFE0F: 0
        // The wide ranges of Unicode's EastAsianWidth: Hangul, CJK, full-width forms, emoji.
        case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
            2
        default: 1
        }
    }
}
