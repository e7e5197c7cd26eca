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
enum TextWidth {
    /// Returns the sum of the characters' widths: 2 for those of East Asia and emoji, 0 for marks that join another.
    static func columns(of text: String) -> Int {
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

/// Placeholders of templates.
enum PlaceholderText {
    /// Opening and closing marks; between them is the name of a field.
    private static let marks: [(open: String, close: String)] = [
        ("{{", "}}"), ("${", "}"), ("#{", "}"), ("%%", "%%"), ("{%", "%}"), ("<%", "%>"), ("[[", "]]"), ("*|", "|*"),
        ("%7B%7B", "%7D%7D"), ("{", "}"),
    ]
    /// Whole values that a program writes for a missing one.
    private static let missing = ["undefined", "null", "nil", "None", "NaN", "[object Object]"]
    /// The limit of a field's name in bytes.
    private static let nameLimit = 128

    /// Returns the first placeholder as written, or a value that stands for a missing one; `nil` for none.
    static func find(in text: String) -> String? {
        if missing.contains(text) { return text }
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            for mark in marks where bytes[index...].starts(with: mark.open.utf8, by: same) {
                let start = index + mark.open.utf8.count
                guard let end = end(of: mark.close, in: bytes, from: start), isName(bytes[start..<end], mark.open)
                else { continue }
                return String(decoding: bytes[index..<end + mark.close.utf8.count], as: UTF8.self)
            }
        }
        let components = text.split(separator: "/")
        return URLText.isWeb(text) ? components.first { missing.contains(String($0)) }.map(String.init) : nil
    }

    private static func end(of close: String, in bytes: [UInt8], from start: Int) -> Int? {
        let limit = min(bytes.count, start + nameLimit)
        return (start..<max(start, limit)).first { bytes[$0...].starts(with: close.utf8, by: same) }
    }

    /// A single brace is also text: only an identifier is a field's name there.
    private static func isName(_ name: ArraySlice<UInt8>, _ open: String) -> Bool {
        guard !name.isEmpty, !name.contains(0x0A) else { return false }
        guard open == "{" || open == "%%" || open == "[[" else { return true }
        return name.allSatisfy { byte in
            let lower = byte | 0x20
            // A GUID in braces is a name with hyphens, and "50%% of 30%%" has spaces.
            return (0x61...0x7A).contains(lower) || (0x30...0x39).contains(byte) || "._".utf8.contains(byte)
                || open == "[[" && "- ".utf8.contains(byte)
        }
    }

    private static func same(_ left: UInt8, _ right: UInt8) -> Bool {
        left == right || (0x41...0x5A).contains(right) && left == right | 0x20
    }
}
