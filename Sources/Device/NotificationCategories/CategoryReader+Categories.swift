import AttacheCore
import PolicyFiles

/// The actions that a file defines.
private struct DefinedActions {
    let language: String
    /// The identifiers in the order of the file.
    var names: [String] = []
    /// The actions by identifier; `nil` for an unusable definition.
    var actions: [String: NotificationAction?] = [:]
}

extension CategoryReader {
    private static let schema = "attache-categories/1"

    /// Reads the root of a file.
    mutating func categories(of root: CategoryField) -> [NotificationCategory] {
        let known = format == .hive ? ["actions", "categories"] : ["schema", "language", "actions", "categories"]
        guard let fields = fields(of: root, known: known) else { return [] }
        if format == .app { checkSchema(fields["schema"], of: root) }
        let language = fields["language"].flatMap { text($0) }.map(LocalizedText.normalized) ?? "en"
        var defined = DefinedActions(language: language)
        for (identifier, field) in fields["actions"].flatMap({ entries(of: $0) }) ?? [] {
            guard isUsable(identifier, field, presets: HiveCategories.presetActions) else { continue }
            defined.names.append(identifier)
            defined.actions.updateValue(action(identifier, field, language: language), forKey: identifier)
        }
        guard let field = fields["categories"] else {
            let fix = "write an object of category identifiers"
            report(.missingKey, at: root, "the key categories is missing", fix: fix)
            return []
        }
        var categories: [NotificationCategory] = []
        for (identifier, field) in entries(of: field) ?? [] {
            guard isUsable(identifier, field, presets: HiveCategories.presetIdentifiers) else { continue }
            categories.append(category(identifier, field, defined))
        }
        return categories
    }

    private mutating func checkSchema(_ field: CategoryField?, of root: CategoryField) {
        guard let field else {
            report(.missingKey, at: root, "the key schema is missing", fix: "write schema: \(Self.schema)")
            return
        }
        if let name = text(field), name != Self.schema {
            report(.unknownSchema, at: field, "\"\(name)\" is not a known schema", fix: "write \(Self.schema)")
        }
    }

    private mutating func isUsable(_ identifier: String, _ field: CategoryField, presets: Set<String>) -> Bool {
        if identifier.allSatisfy(\.isWhitespace) {
            report(.emptyIdentifier, at: field, "the identifier is empty", fix: "write one, such as CONFIRM_RAID")
            return false
        }
        if format == .hive, presets.contains(identifier) {
            let message = "\(identifier) is the identifier of one of Hive's presets"
            report(.presetIdentifier, at: field, message, fix: "choose another identifier")
            return false
        }
        return true
    }

    private mutating func category(
        _ identifier: String,
        _ field: CategoryField,
        _ defined: DefinedActions
    ) -> NotificationCategory {
        // Hive's file has the list alone; an app's may have it too.
        var list: CategoryField? = field
        var options: NotificationCategory.Options = []
        var body: LocalizedText?
        if format == .app, field.value.members != nil {
            let fields = fields(of: field, known: ["actions", "options", "hiddenPreviewsBody"]) ?? [:]
            list = fields["actions"]
            options = fields["options"].map { self.options($0, names: NotificationCategory.Options.names) } ?? []
            body = fields["hiddenPreviewsBody"].flatMap { localized($0, language: defined.language) }
        }
        var chosen: [NotificationAction] = []
        var seen: Set<String> = []
        let references = list.flatMap { elements(of: $0, fix: "write a list of action identifiers") } ?? []
        for reference in references {
            guard let name = text(reference) else { continue }
            guard seen.insert(name).inserted else {
                report(.repeatedAction, at: reference, "\(name) is in the category twice", fix: "keep one of them")
                continue
            }
            switch defined.actions[name] {
            case .some(.some(let action)): chosen.append(action)
            // Its definition has been reported.
            case .some(.none): break
            case .none:
                report(
                    .unknownAction,
                    at: reference,
                    "\(name) is not an action of the file",
                    fix: Self.advice(for: name, among: defined.names)
                )
            }
        }
        let limit = format == .hive ? HiveCategories.buttonLimit : ButtonLayout.ExpandedLimit.ten.rawValue
        if references.count > limit {
            let message = "the category has \(references.count) buttons, and at most \(limit) are possible"
            report(.tooManyButtons, at: list ?? field, message, fix: "remove \(references.count - limit)")
        }
        return NotificationCategory(
            identifier: identifier,
            actions: Array(chosen.prefix(limit)),
            options: options,
            hiddenPreviewsBody: body
        )
    }
}
