import AttacheCore

/// Resolves the localisation keys of an alert with the app's texts, as the phone does: a key wins over the literal text.
struct AlertLocalizer {
    /// A text of an alert, and the members that it comes from.
    private struct Member {
        let literal: String
        let key: String
        let arguments: String
    }

    private static let members = [
        Member(literal: "title", key: "title-loc-key", arguments: "title-loc-args"),
        Member(literal: "subtitle", key: "subtitle-loc-key", arguments: "subtitle-loc-args"),
        Member(literal: "body", key: "loc-key", arguments: "loc-args"),
    ]

    /// The texts of an alert.
    struct AlertTexts: Equatable {
        var title: String
        var subtitle: String
        var body: String
    }

    let table: StringsTable
    let locale: String

    /// Replaces the texts that have a key; returns a sentence for each key that is missing, and for each text with too few
    /// arguments.
    func localize(_ texts: inout AlertTexts, of payload: [UInt8]) -> [String] {
        guard let alert = try? JSONDocument(parsing: payload).root["aps"]?["alert"], alert.kind == .object else {
            return []
        }
        var findings: [String] = []
        for member in Self.members {
            guard let key = alert[member.key]?.string, !key.isEmpty else { continue }
            let arguments = (alert[member.arguments].map { Array($0.elements) } ?? []).prefix(64).map {
                $0.string ?? $0.numberText ?? ""
            }
            guard let filled = table.text(key, Array(arguments)) else {
                let shown = alert[member.literal]?.string.map { _ in "aps.alert.\(member.literal)" } ?? "the key itself"
                findings.append(
                    "aps.alert.\(member.key): the strings have no \"\(key.prefix(80))\" for \(locale); the phone shows \(shown)."
                )
                continue
            }
            switch member.literal {
            case "title": texts.title = filled.text
            case "subtitle": texts.subtitle = filled.text
            default: texts.body = filled.text
            }
            if filled.argumentCount > arguments.count {
                findings.append(
                    "aps.alert.\(member.arguments): the text of \"\(key.prefix(80))\" takes \(filled.argumentCount) "
                        + "arguments, and \(arguments.count) are given."
                )
            }
            for name in filled.missingVariables {
                findings.append(
                    "aps.alert.\(member.key): the text of \"\(key.prefix(80))\" names the variable "
                        + "\"\(name.prefix(80))\", which the strings do not have."
                )
            }
        }
        return findings
    }

    /// The title of a button: the text of its key, or the title as given.
    func title(_ text: String) -> String { table.text(text, [])?.text ?? text }

    /// The titles that look like keys, such as `RAID_JOIN`, and that the strings do not have: one sentence for each.
    func findings(ofTitles titles: [String]) -> [String] {
        titles.filter { table.entries[$0] == nil && Self.isKey($0) }.map {
            "The button \"\($0.prefix(80))\" looks like a key, and the strings have no such key for \(locale); the phone shows "
                + "the key itself."
        }
    }

    /// Whether a text is one word of ASCII letters and digits with `_` or `.` inside.
    private static func isKey(_ text: String) -> Bool {
        let inner = text.dropFirst().dropLast()
        return inner.contains { $0 == "_" || $0 == "." }
            && text.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20) || byte == 0x5F || byte == 0x2E
            }
    }
}

extension AlertLocalizer {
    /// Reads the texts of a locale, such as `pt-BR`; a later file wins. Throws `ConfigurationError` for a file that cannot be
    /// used.
    init(files: [String], locale: String) throws(ConfigurationError) {
        var table = StringsTable(language: locale.split { $0 == "-" || $0 == "_" }.first.map(String.init) ?? "")
        for path in files { try StringsFile.read(path, locale: locale, into: &table) }
        self.init(table: table, locale: locale)
    }
}
