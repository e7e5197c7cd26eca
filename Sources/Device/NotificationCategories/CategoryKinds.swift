import AttacheCore
import PolicyFiles

extension FieldKind where Value == String {
    /// A text that is not blank; a number is none.
    static var shown: Self {
        Self(schema: { _ in ["type": "string", "pattern": "\\S"] }) { reader, field in
            guard let text = reader.text(field, allowsNumbers: false) else { return nil }
            if text.contains(where: { !$0.isWhitespace }) { return text }
            reader.report(.emptyText, of: field, "the text is empty", fix: "write what the user sees")
            return nil
        }
    }
}

extension FieldKind where Value == LocalizedText {
    /// A text in one language or in several; Hive's file always names them, and `en` is one of them.
    static func localized(_ format: CategoryFile.Format, _ language: String) -> Self {
        Self(
            schema: { writer in
                writer.named("localized") { writer in
                    let text = FieldKind<String>.shown.schema(&writer)
                    let tags: MarkedValue = ["pattern": "^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$"]
                    let texts: MarkedValue = [
                        "type": "object", "propertyNames": tags, "additionalProperties": text,
                    ]
                    return ["description": "A text, or texts by language tag.", "oneOf": [text, texts]]
                }
            },
            read: { reader, field in
                if format == .app, field.value.text != nil {
                    return FieldKind<String>.shown.read(&reader, field).map { LocalizedText($0) }
                }
                guard let members = field.value.members else {
                    let needed = format == .hive ? "texts by language" : "a text, or texts by language"
                    reader.reportKind(field, needed: needed, fix: "write {\"en\": …} with a text for each language")
                    return nil
                }
                let translations = translations(&reader, members.map { ($0.key, Field($0, in: field)) })
                if format == .hive { checkCount(&reader, field, members.count) }
                let standard = format == .hive ? "en" : language
                if let text = translations[standard] { return LocalizedText(text, translations: translations) }
                // An unusable text of that language has been reported.
                if !members.contains(where: { LocalizedText.normalized($0.key) == standard }) {
                    let code = standard == "en" ? CategoryCode.missingEnglish : .missingKey
                    let fix = "add it: other languages fall back to it"
                    reader.report(code, at: .key, of: field, "the text for \(standard) is missing", fix: fix)
                }
                return nil
            }
        )
    }

    private static func translations(
        _ reader: inout FieldReader,
        _ entries: [(tag: String, field: Field)]
    ) -> [String: String] {
        var translations: [String: String] = [:]
        for (tag, field) in entries {
            guard LocalizedText.isTag(tag) else {
                let message = "\"\(tag)\" is not a language tag"
                reader.report(.invalidLanguage, at: .key, of: field, message, fix: "write en, ko or zh-Hans")
                continue
            }
            if let text = FieldKind<String>.shown.read(&reader, field) {
                translations[LocalizedText.normalized(tag)] = text
            }
        }
        return translations
    }

    private static func checkCount(_ reader: inout FieldReader, _ field: Field, _ count: Int) {
        let limit = HiveCategories.languageLimit
        guard count > limit else { return }
        let message = "\(count) languages, and at most \(limit) are possible"
        reader.report(.tooManyLanguages, at: .key, of: field, message, fix: "remove \(count - limit)")
    }
}

extension FieldKind where Value: OptionSet {
    /// A list of the names of options.
    static func options(_ names: [String: Value]) -> Self where Value: Sendable {
        let known = names.keys.sorted()
        return Self(schema: { _ in ["type": "array", "items": .words(known)] }) { reader, field in
            var options: Value = []
            for element in reader.list(field, fix: "write a list such as [\(known.first ?? "")]") ?? [] {
                guard let name = FieldKind<String>.shown.read(&reader, element) else { continue }
                if let option = names[name] {
                    options.formUnion(option)
                } else {
                    let message = "\"\(name)\" is not an option"
                    reader.report(
                        .unknownOption,
                        of: element,
                        message,
                        fix: FieldReader.advice(for: name, among: known)
                    )
                }
            }
            return options
        }
    }
}

extension FieldKind where Value == NotificationAction.Icon {
    /// A symbol of the system, or an image of the app.
    static var icon: Self {
        let keys: [FieldKey<NotificationAction.Icon?>] = [
            FieldKey("image", FieldKind<String>.shown, "The name of an image of the app.") { $0 = .image($1) },
            FieldKey("symbol", FieldKind<String>.shown, "The name of a system symbol.") { $0 = .symbol($1) },
        ]
        return Self(
            schema: { $0.object(keys).adding(["minProperties": 1, "maxProperties": 1]) },
            read: { reader, field in
                var icon: NotificationAction.Icon?
                guard let fields = reader.read(field, keys, into: &icon) else { return nil }
                if fields.all.isEmpty {
                    let fix = "write {symbol: NAME} or {image: NAME}"
                    reader.report(field, at: .key, "the icon has no name", fix: fix, as: .missingKey)
                }
                return icon
            }
        )
    }
}
