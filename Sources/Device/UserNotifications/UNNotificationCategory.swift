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
open class UNNotificationCategory: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(text: identifier, "identifier")
        coder.encode(objects: actions, "actions")
        coder.encode(objects: intentIdentifiers.map { NSString(string: $0) }, "intentIdentifiers")
        coder.encode(text: hiddenPreviewsBodyPlaceholder, "hiddenPreviewsBodyPlaceholder")
        coder.encode(text: categorySummaryFormat, "categorySummaryFormat")
        coder.encode(Int(options.rawValue), forKey: "options")
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

    /// Returns the category itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a category with equal parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationCategory else { return false }
        return identifier == other.identifier && actions == other.actions
            && intentIdentifiers == other.intentIdentifiers && options == other.options
            && hiddenPreviewsBodyPlaceholder == other.hiddenPreviewsBodyPlaceholder
            && categorySummaryFormat == other.categorySummaryFormat
    }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
}
