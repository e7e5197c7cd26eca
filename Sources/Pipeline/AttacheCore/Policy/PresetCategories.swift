/// The categories that an SDK registers in every app that has it, with their buttons.
package enum PresetCategories: String, Sendable, CaseIterable {
    /// Com2uS' Hive SDK.
    case hive

    /// The identifiers of the categories, each with those of its buttons, in the order of the documentation.
    package var categories: [(identifier: String, actions: [String])] {
        switch self {
        case .hive:
            [
                ("INFO_CATEGORY", ["CONFIRM_ID"]), ("CLOSE_CATEGORY", ["CLOSE_ID"]),
                ("CONFIRM_CATEGORY", ["CONFIRM_ID", "CLOSE_ID"]), ("EXECUTE_CATEGORY", ["EXECUTE_ID", "CANCEL_ID"]),
                ("ACCEPT_ALL_CATEGORY", ["ACCEPT_ALL_ID", "CLOSE_ID"]),
                ("ACCEPT_NOW_CATEGORY", ["ACCEPT_NOW_ID", "CLOSE_ID"]),
                ("PURCHASE_CATEGORY", ["PURCHASE_ID", "DECLINE_ID"]), ("SALE_CATEGORY", ["SALE_ID", "DECLINE_ID"]),
                ("ACCEPT_DECISION_CATEGORY", ["ACCEPT_ID", "REJECT_ID", "HOLDING_ID"]),
            ]
        }
    }

    /// A button.
    package struct Action: Sendable, Equatable {
        package let identifier: String
        package let title: String
    }

    /// The buttons of a category; none for one that is not a preset.
    package func actions(of category: String) -> [Action] {
        switch self {
        case .hive: Self.hiveActions[category] ?? []
        }
    }

    private static let hiveActions = Dictionary(
        uniqueKeysWithValues: PresetCategories.hive.categories.map { category in
            (category.identifier, category.actions.map { Action(identifier: $0, title: title(of: $0)) })
        }
    )

    /// Returns the words of an identifier, `Accept all` for `ACCEPT_ALL_ID`: the SDK's own texts are not public.
    package static func title(of identifier: String) -> String {
        let words = identifier.split(separator: "_").dropLast().joined(separator: " ").lowercased()
        return words.prefix(1).uppercased() + words.dropFirst()
    }
}
