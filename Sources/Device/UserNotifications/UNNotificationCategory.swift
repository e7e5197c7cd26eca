public import Foundation

/// The behaviour of a category.
public struct UNNotificationCategoryOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Reports the explicit removal of a notification to the app.
    public static let customDismissAction = UNNotificationCategoryOptions(rawValue: 1 << 0)
    /// Shows notifications in CarPlay.
    public static let allowInCarPlay = UNNotificationCategoryOptions(rawValue: 1 << 1)
    /// Shows the title when previews are hidden.
    public static let hiddenPreviewsShowTitle = UNNotificationCategoryOptions(rawValue: 1 << 2)
    /// Shows the subtitle when previews are hidden.
    public static let hiddenPreviewsShowSubtitle = UNNotificationCategoryOptions(rawValue: 1 << 3)
    /// Lets Siri announce notifications; without effect since iOS 15.
    public static let allowAnnouncement = UNNotificationCategoryOptions(rawValue: 1 << 4)
}

/// A kind of notification with its actions.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationCategory: ArchivedValue, @unchecked Sendable {
    /// The identifier that content names.
    public let identifier: String
    /// The buttons, in the order of display.
    public let actions: [UNNotificationAction]
    /// The identifiers of the intents that the category belongs to.
    public let intentIdentifiers: [String]
    /// The text in place of the body when previews are hidden; `%u` is the number of notifications.
    public let hiddenPreviewsBodyPlaceholder: String
    /// The format of the group's summary; ignored since iOS 15.
    public let categorySummaryFormat: String
    /// The behaviour.
    public let options: UNNotificationCategoryOptions

    /// Creates a category.
    public init(
        identifier: String,
        actions: [UNNotificationAction],
        intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String? = nil,
        categorySummaryFormat: String? = nil,
        options: UNNotificationCategoryOptions = []
    ) {
        self.identifier = identifier
        self.actions = actions
        self.intentIdentifiers = intentIdentifiers
        self.hiddenPreviewsBodyPlaceholder = hiddenPreviewsBodyPlaceholder ?? ""
        self.categorySummaryFormat = categorySummaryFormat ?? ""
        self.options = options
    }

    override var parts: [String: AnyHashable?] {
        [
            "identifier": identifier,
            "actions": actions,
            "intentIdentifiers": intentIdentifiers,
            "hiddenPreviewsBodyPlaceholder": hiddenPreviewsBodyPlaceholder,
            "categorySummaryFormat": categorySummaryFormat,
            "options": Int(options.rawValue),
        ]
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier") else { return nil }
        self.identifier = identifier
        actions = coder.objects([UNNotificationAction.self, UNTextInputNotificationAction.self], "actions")
        let intents = coder.decodeObject(of: [NSArray.self, NSString.self], forKey: "intentIdentifiers") as? [String]
        intentIdentifiers = intents ?? []
        hiddenPreviewsBodyPlaceholder = coder.text("hiddenPreviewsBodyPlaceholder") ?? ""
        categorySummaryFormat = coder.text("categorySummaryFormat") ?? ""
        options = UNNotificationCategoryOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
    }
}
