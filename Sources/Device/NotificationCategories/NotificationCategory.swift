/// A kind of notification with its buttons, as `UNNotificationCategory`.
package struct NotificationCategory: Sendable, Hashable {
    /// The behaviour of a category, with the bits of `UNNotificationCategoryOptions`.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: UInt

        package init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        package static let customDismissAction = Options(rawValue: 1 << 0)
        package static let allowInCarPlay = Options(rawValue: 1 << 1)
        package static let hiddenPreviewsShowTitle = Options(rawValue: 1 << 2)
        package static let hiddenPreviewsShowSubtitle = Options(rawValue: 1 << 3)

        /// The options by the names of Apple's API.
        static let names: [String: Options] = [
            "customDismissAction": .customDismissAction,
            "allowInCarPlay": .allowInCarPlay,
            "hiddenPreviewsShowTitle": .hiddenPreviewsShowTitle,
            "hiddenPreviewsShowSubtitle": .hiddenPreviewsShowSubtitle,
        ]
    }

    package let identifier: String
    /// The buttons in the order of display.
    package let actions: [NotificationAction]
    package var options: Options = []
    /// The text in place of the body when previews are hidden; `%u` is the number of notifications.
    package var hiddenPreviewsBody: LocalizedText?
}

/// A button of a notification, as `UNNotificationAction`.
package struct NotificationAction: Sendable, Hashable {
    /// The behaviour of a button, with the bits of `UNNotificationActionOptions`.
    package struct Options: OptionSet, Sendable, Hashable {
        package let rawValue: UInt

        package init(rawValue: UInt) {
            self.rawValue = rawValue
        }

        package static let authenticationRequired = Options(rawValue: 1 << 0)
        package static let destructive = Options(rawValue: 1 << 1)
        package static let foreground = Options(rawValue: 1 << 2)

        /// The options by the names of Apple's API.
        static let names: [String: Options] = [
            "authenticationRequired": .authenticationRequired,
            "destructive": .destructive,
            "foreground": .foreground,
        ]
    }

    /// The icon of a button.
    package enum Icon: Sendable, Hashable {
        /// A system symbol.
        case symbol(String)
        /// An image of the app's bundle.
        case image(String)
    }

    /// The text field that a button opens, as `UNTextInputNotificationAction`.
    package struct TextInput: Sendable, Hashable {
        /// The text of the button that sends.
        package let button: LocalizedText
        /// The text of the empty field.
        package let placeholder: LocalizedText
    }

    package let identifier: String
    package let title: LocalizedText
    package var options: Options = []
    package var icon: Icon?
    package var textInput: TextInput?
}

/// The categories of an app; identifiers are unique and case-sensitive.
package struct CategorySet: Sendable, Hashable {
    /// In the order of the file.
    package let categories: [NotificationCategory]
    private let indices: [String: Int]

    /// Creates a set; the first category of an identifier wins.
    package init(_ categories: [NotificationCategory] = []) {
        var kept: [NotificationCategory] = []
        var indices: [String: Int] = [:]
        for category in categories where indices[category.identifier] == nil {
            indices[category.identifier] = kept.count
            kept.append(category)
        }
        self.categories = kept
        self.indices = indices
    }

    package subscript(_ identifier: String) -> NotificationCategory? {
        indices[identifier].map { categories[$0] }
    }

    /// Returns the set with further categories; those that it has already stay.
    package func adding(_ further: [NotificationCategory]) -> CategorySet { CategorySet(categories + further) }
}
