import AttacheCore

/// The texts of the alert and the media URLs: placeholders that no template filled, and texts that the banner cuts.
struct AlertTextCheck: LintChecking {
    /// The width of a line of a banner beside a thumbnail, in columns of a narrow letter: an estimate for the default
    /// text size, from 240 points of 7 each. Languages, text sizes and devices differ.
    static let lineWidth = 34
    /// The lines of a body in a banner.
    static let bodyLines = 2

    func findings(on subject: LintSubject) -> [LintFinding] {
        placeholders(subject) + cuts(subject)
    }

    private func placeholders(_ subject: LintSubject) -> [LintFinding] {
        let texts = ["/aps/alert", "/aps/alert/title", "/aps/alert/subtitle", "/aps/alert/body"].compactMap { pointer in
            subject.payload.value(at: pointer)?.string.map { (pointer, $0) }
        }
        return (texts + subject.media.map { ($0.pointer, $0.text) }).compactMap { pointer, text in
            guard let found = PlaceholderText.find(in: text) else { return nil }
            // What looks like a placeholder in a query may be a secret.
            let query = text.firstIndex(of: "?").map { text[$0...] } ?? ""
            let isHidden = URLText.isWeb(text) && query.contains(found)
            let message =
                isHidden ? "The query of the URL has a placeholder." : "The text has the placeholder \(found)."
            return subject.finding(.placeholder, message, at: pointer)
        }
    }

    private func cuts(_ subject: LintSubject) -> [LintFinding] {
        let texts = [
            ("/aps/alert/title", "title", 1), ("/aps/alert/body", "body", Self.bodyLines),
            ("/aps/alert", "body", Self.bodyLines),
        ]
        return texts.compactMap { pointer, name, lines in
            guard let text = subject.payload.value(at: pointer)?.string else { return nil }
            let (width, limit) = (TextWidth.columns(of: text), Self.lineWidth * lines)
            guard width > limit else { return nil }
            return subject.finding(
                .textCut,
                "The \(name) is about \(width) columns wide; a banner shows about \(limit), by estimate.",
                at: pointer
            )
        }
    }
}

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
