/// A text in one or several languages.
package struct LocalizedText: Sendable, Hashable {
    /// The text for a language that has none of its own.
    package let standard: String
    /// The texts by language tag in lower case, such as `en` or `zh-hans`.
    package let translations: [String: String]

    package init(_ standard: String, translations: [String: String] = [:]) {
        self.standard = standard
        self.translations = Dictionary(
            translations.map { (Self.normalized($0.key), $0.value) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    /// Returns the text for a language tag: that of the tag, else of the longest part of it, else the standard one.
    ///
    /// `zh-Hant-TW` finds `zh-hant-tw`, `zh-hant` and `zh`, in this order. `_` counts as `-`.
    package func text(for language: String) -> String {
        guard !translations.isEmpty, language.utf8.count <= 64 else { return standard }
        var tag = Self.normalized(language)[...]
        while true {
            if let text = translations[String(tag)] { return text }
            guard let separator = tag.lastIndex(of: "-") else { return standard }
            tag = tag[..<separator]
        }
    }

    static func normalized(_ language: String) -> String {
        String(language.lowercased().map { $0 == "_" ? "-" : $0 })
    }

    /// Whether a text is shaped as a language tag: parts of 1 to 8 letters or digits, the first of 2 or 3 letters.
    static func isTag(_ text: String) -> Bool {
        let parts = text.utf8.split(omittingEmptySubsequences: false) { $0 == 0x2D || $0 == 0x5F }
        guard text.utf8.count <= 64, let first = parts.first, (2...3).contains(first.count) else { return false }
        return first.allSatisfy(isLetter)
            && parts.dropFirst().allSatisfy {
                (1...8).contains($0.count) && $0.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
            }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
