import AttacheCore
import PolicyFiles

/// The categories of a file, and all problems of the file.
package struct CategoryFile: Sendable {
    /// The rules of a file.
    package enum Format: String, Sendable, CaseIterable {
        /// Any app's categories, with the JSON Schema `attache-categories/1`.
        case app
        /// Hive's `hive_push_actions.json`, with the limits of its SDK.
        case hive

        /// The rules of a file with this path: those of Hive for the name of its file.
        package init(ofFile path: String) {
            self = (path.split(separator: "/").last ?? "").hasPrefix("hive_push_actions") ? .hive : .app
        }
    }

    /// The usable categories; with Hive's format, its presets first.
    package let categories: CategorySet
    package let problems: [CategoryProblem]

    /// Whether the file is usable as it is.
    package var isValid: Bool { !problems.contains { $0.severity == .block } }

    /// The JSON Schema of an app's file.
    package static var schema: String {
        SchemaWriter.document(
            "categories",
            title: "A category file of Attache",
            "The notification categories of an app with their buttons, in YAML or JSON."
        ) { $0.object(CategoryKeys(format: .app).root) }
    }

    /// Reads a YAML or JSON file of at most 256 KiB.
    package init(reading path: String, as format: Format) {
        self.init(MarkedFile(reading: path), as: format)
    }

    /// Reads a text; `file` is its name in problems.
    package init(_ bytes: [UInt8], file: String, as format: Format) {
        self.init(MarkedFile(bytes, file: file), as: format)
    }

    private init(_ file: MarkedFile, as format: Format) {
        var reader = CategoryReader(file: file.file, format: format)
        for problem in file.problems { reader.fields.report(problem) }
        let own = file.root.map { reader.categories(of: Field($0)) } ?? []
        categories = CategorySet(format == .hive ? HiveCategories.presets + own : own)
        problems = reader.fields.problems.map { CategoryProblem($0) }
    }
}

/// Reads the tree of a category file; an unreadable part is skipped.
struct CategoryReader {
    /// The actions that a file defines.
    private struct DefinedActions {
        /// The identifiers in the order of the file.
        var names: [String] = []
        /// The actions by identifier; `nil` for an unusable definition.
        var actions: [String: NotificationAction?] = [:]
    }

    let format: CategoryFile.Format
    var fields: FieldReader

    init(file: String, format: CategoryFile.Format) {
        self.format = format
        fields = FieldReader(file: file)
    }

    /// Reads the root of a file.
    mutating func categories(of root: Field) -> [NotificationCategory] {
        var file = CategoryKeys.Root()
        guard fields.read(root, CategoryKeys(format: format).root, into: &file) != nil else { return [] }
        let keys = CategoryKeys(format: format, language: file.language)
        var defined = DefinedActions()
        for (identifier, field) in file.actions.flatMap({ fields.entries(of: $0) }) ?? [] {
            guard isUsable(identifier, field, presets: HiveCategories.presetActions) else { continue }
            var action = CategoryKeys.Action()
            fields.read(field, keys.action, into: &action)
            defined.names.append(identifier)
            defined.actions.updateValue(action.named(identifier), forKey: identifier)
        }
        var categories: [NotificationCategory] = []
        for (identifier, field) in file.categories.flatMap({ fields.entries(of: $0) }) ?? [] {
            guard isUsable(identifier, field, presets: HiveCategories.presetIdentifiers) else { continue }
            categories.append(category(identifier, field, defined, keys))
        }
        return categories
    }

    private mutating func isUsable(_ identifier: String, _ field: Field, presets: Set<String>) -> Bool {
        if identifier.allSatisfy(\.isWhitespace) {
            let fix = "write one, such as CONFIRM_RAID"
            fields.report(.emptyIdentifier, at: .key, of: field, "the identifier is empty", fix: fix)
            return false
        }
        if format == .hive, presets.contains(identifier) {
            let message = "\(identifier) is the identifier of one of Hive's presets"
            fields.report(.presetIdentifier, at: .key, of: field, message, fix: "choose another identifier")
            return false
        }
        return true
    }

    private mutating func category(
        _ identifier: String,
        _ field: Field,
        _ defined: DefinedActions,
        _ keys: CategoryKeys
    ) -> NotificationCategory {
        // Hive's file has the list alone; an app's may have it too.
        var category = CategoryKeys.Category()
        if format == .app, field.value.members != nil {
            fields.read(field, keys.category, into: &category)
        } else {
            category.actions = field
        }
        var chosen: [NotificationAction] = []
        var seen: Set<String> = []
        let fix = "write a list of action identifiers"
        let references = category.actions.flatMap { fields.list($0, fix: fix) } ?? []
        for reference in references {
            guard let name = FieldKind<String>.shown.read(&fields, reference) else { continue }
            guard seen.insert(name).inserted else {
                let message = "\(name) is in the category twice"
                fields.report(.repeatedAction, of: reference, message, fix: "keep one of them")
                continue
            }
            switch defined.actions[name] {
            case .some(.some(let action)): chosen.append(action)
            // Its definition has been reported.
            case .some(.none): break
            case .none:
                let fix = { Self.advice(for: name, among: defined.names) }
                fields.report(.unknownAction, of: reference, "\(name) is not an action of the file", fix: fix())
            }
        }
        let limit = format == .hive ? HiveCategories.buttonLimit : ButtonLayout.ExpandedLimit.ten.rawValue
        if references.count > limit {
            let message = "the category has \(references.count) buttons, and at most \(limit) are possible"
            let fix = "remove \(references.count - limit)"
            fields.report(.tooManyButtons, at: .key, of: category.actions ?? field, message, fix: fix)
        }
        return NotificationCategory(
            identifier: identifier,
            actions: Array(chosen.prefix(limit)),
            options: category.options,
            hiddenPreviewsBody: category.hiddenPreviewsBody
        )
    }

    /// What to write in place of an unknown action: a file may define thousands.
    private static func advice(for name: String, among defined: [String]) -> String {
        if defined.isEmpty { return "define it" }
        if defined.count <= 20 { return FieldReader.advice(for: name, among: defined) }
        let nearest = defined.count <= 200 ? NearestName.find(name, among: defined) : nil
        return nearest.map { "did you mean \($0)?" }
            ?? "define it, or use one of the \(defined.count) that the file defines"
    }
}
