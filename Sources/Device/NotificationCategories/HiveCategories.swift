/// The categories that Hive's SDK registers by itself, and its limits for an app's own.
package enum HiveCategories {
    /// The largest number of buttons in a category.
    static let buttonLimit = 3
    /// The largest number of languages of a button.
    static let languageLimit = 16

    /// The presets, in the order of the documentation.
    package static let presets: [NotificationCategory] = [
        preset("INFO_CATEGORY", ["CONFIRM_ID"]),
        preset("CLOSE_CATEGORY", ["CLOSE_ID"]),
        preset("CONFIRM_CATEGORY", ["CONFIRM_ID", "CLOSE_ID"]),
        preset("EXECUTE_CATEGORY", ["EXECUTE_ID", "CANCEL_ID"]),
        preset("ACCEPT_ALL_CATEGORY", ["ACCEPT_ALL_ID", "CLOSE_ID"]),
        preset("ACCEPT_NOW_CATEGORY", ["ACCEPT_NOW_ID", "CLOSE_ID"]),
        preset("PURCHASE_CATEGORY", ["PURCHASE_ID", "DECLINE_ID"]),
        preset("SALE_CATEGORY", ["SALE_ID", "DECLINE_ID"]),
        preset("ACCEPT_DECISION_CATEGORY", ["ACCEPT_ID", "REJECT_ID", "HOLDING_ID"]),
    ]

    static let presetIdentifiers = Set(presets.map(\.identifier))
    static let presetActions = Set(presets.flatMap(\.actions).map(\.identifier))

    private static func preset(_ identifier: String, _ actions: [String]) -> NotificationCategory {
        NotificationCategory(
            identifier: identifier,
            actions: actions.map { NotificationAction(identifier: $0, title: LocalizedText(title(of: $0))) }
        )
    }

    /// Returns the words of an identifier, `Accept all` for `ACCEPT_ALL_ID`: Hive's own texts are not public.
    private static func title(of identifier: String) -> String {
        let words = identifier.split(separator: "_").dropLast().joined(separator: " ").lowercased()
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
