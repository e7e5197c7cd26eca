import AttacheCore
import PolicyFiles

extension CategoryReader {
    /// Reads the definition of an action; `nil` when it has no usable title.
    mutating func action(_ identifier: String, _ field: CategoryField, language: String) -> NotificationAction? {
        guard let fields = fields(of: field, known: ["title", "options", "icon", "input"]) else { return nil }
        let options = fields["options"].map { self.options($0, names: NotificationAction.Options.names) } ?? []
        let icon = fields["icon"].flatMap { self.icon($0) }
        let input = fields["input"].flatMap { textInput($0, language: language) }
        guard let titleField = fields["title"] else {
            let fix = format == .hive ? "write {\"title\": {\"en\": …}}" : "write the text of the button"
            report(.missingKey, at: field, "the key title is missing", fix: fix)
            return nil
        }
        guard let title = localized(titleField, language: language) else { return nil }
        return NotificationAction(
            identifier: identifier,
            title: title,
            options: options,
            icon: icon,
            textInput: input
        )
    }

    /// Reads a text in one language or in several; Hive's file always names them, and `en` is one of them.
    mutating func localized(_ field: CategoryField, language: String) -> LocalizedText? {
        if format == .app, field.value.text != nil { return text(field).map { LocalizedText($0) } }
        guard field.value.members != nil else {
            let fix = "write {\"en\": …} with a text for each language"
            reportKind(field, needed: format == .hive ? "texts by language" : "a text, or texts by language", fix: fix)
            return nil
        }
        let entries = entries(of: field) ?? []
        var translations: [String: String] = [:]
        for (tag, entry) in entries {
            guard LocalizedText.isTag(tag) else {
                report(.invalidLanguage, at: entry, "\"\(tag)\" is not a language tag", fix: "write en, ko or zh-Hans")
                continue
            }
            if let text = text(entry) { translations[LocalizedText.normalized(tag)] = text }
        }
        if format == .hive, entries.count > HiveCategories.languageLimit {
            let limit = HiveCategories.languageLimit
            let message = "\(entries.count) languages, and at most \(limit) are possible"
            report(.tooManyLanguages, at: field, message, fix: "remove \(entries.count - limit)")
        }
        let standard = format == .hive ? "en" : language
        if let text = translations[standard] { return LocalizedText(text, translations: translations) }
        // An unusable text of that language has been reported.
        if !entries.contains(where: { LocalizedText.normalized($0.key) == standard }) {
            let code = standard == "en" ? CategoryCode.missingEnglish : .missingKey
            let fix = "add it: other languages fall back to it"
            report(code, at: field, "the text for \(standard) is missing", fix: fix)
        }
        return nil
    }

    /// Reads a list of option names.
    mutating func options<Options: OptionSet>(_ field: CategoryField, names: [String: Options]) -> Options {
        var options: Options = []
        let known = names.keys.sorted()
        for element in elements(of: field, fix: "write a list such as [\(known[0])]") ?? [] {
            guard let name = text(element) else { continue }
            if let option = names[name] {
                options.formUnion(option)
            } else {
                let fix = Self.advice(for: name, among: known)
                report(.unknownOption, at: element, "\"\(name)\" is not an option", fix: fix)
            }
        }
        return options
    }

    private mutating func icon(_ field: CategoryField) -> NotificationAction.Icon? {
        guard let fields = fields(of: field, known: ["symbol", "image"]) else { return nil }
        if let symbol = fields["symbol"] { return text(symbol).map { .symbol($0) } }
        if let image = fields["image"] { return text(image).map { .image($0) } }
        report(.missingKey, at: field, "the icon has no name", fix: "write {symbol: NAME} or {image: NAME}")
        return nil
    }

    private mutating func textInput(_ field: CategoryField, language: String) -> NotificationAction.TextInput? {
        guard let fields = fields(of: field, known: ["button", "placeholder"]) else { return nil }
        guard let buttonField = fields["button"] else {
            report(.missingKey, at: field, "the key button is missing", fix: "write the text of the button that sends")
            return nil
        }
        guard let button = localized(buttonField, language: language) else { return nil }
        let placeholder = fields["placeholder"].flatMap { localized($0, language: language) }
        return NotificationAction.TextInput(button: button, placeholder: placeholder ?? LocalizedText(""))
    }
}
