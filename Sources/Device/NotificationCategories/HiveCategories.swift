package import AttacheCore

/// The categories that Hive's SDK registers by itself, and its limits for an app's own.
package enum HiveCategories {
    /// The largest number of buttons in a category.
    static let buttonLimit = 3
    /// The largest number of languages of a button.
    static let languageLimit = 16

    /// The presets, in the order of the documentation.
    package static let presets = PresetCategories.hive.categories.map { preset($0.identifier, $0.actions) }

    static let presetIdentifiers = Set(presets.map(\.identifier))
    static let presetActions = Set(presets.flatMap(\.actions).map(\.identifier))

    private static func preset(_ identifier: String, _ actions: [String]) -> NotificationCategory {
        NotificationCategory(
            identifier: identifier,
            actions: actions.map {
                NotificationAction(identifier: $0, title: LocalizedText(PresetCategories.title(of: $0)))
            }
        )
    }

    /// The preset that a payload of Hive names; `nil` for another payload.
    static func category(in payload: JSONValue) -> NotificationCategory? {
        guard payload["hive"]?.kind == .object, let name = payload["aps"]?["category"]?.string else { return nil }
        return presets.first { $0.identifier == name }
    }

    /// The group of a payload of Hive, which its extension makes the thread; `nil` for another payload.
    package static func group(in payload: JSONValue) -> String? {
        guard payload["hive"]?.kind == .object else { return nil }
        return [payload["groupId"], payload["hive"]?["groupId"]].lazy.compactMap { $0?.string }.first { !$0.isEmpty }
    }
}
