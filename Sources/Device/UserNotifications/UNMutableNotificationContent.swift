public import Foundation

/// The content of a notification, for changes in a service extension or in a local notification.
open class UNMutableNotificationContent: UNNotificationContent {
    /// The first line of the alert; empty for none.
    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }

    /// The second line of the alert; empty for none.
    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }

    /// The text of the alert; empty for none.
    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }

    /// The number on the app's icon: `nil` leaves it, 0 removes it.
    open override var badge: NSNumber? {
        get { values.badge }
        set { values.badge = newValue }
    }

    /// The sound of the alert.
    open override var sound: UNNotificationSound? {
        get { values.sound }
        set { values.sound = newValue }
    }

    /// The name of the image that is shown while the app starts.
    open override var launchImageName: String {
        get { values.launchImageName }
        set { values.launchImageName = newValue }
    }

    /// The custom data.
    open override var userInfo: [AnyHashable: Any] {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }

    /// The media, in the order of display.
    open override var attachments: [UNNotificationAttachment] {
        get { values.attachments }
        set { values.attachments = newValue }
    }

    /// The identifier of the category that has the actions.
    open override var categoryIdentifier: String {
        get { values.categoryIdentifier }
        set { values.categoryIdentifier = newValue }
    }

    /// The identifier of the group in which the notification is shown.
    open override var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }

    /// The identifier of the window that opens with the notification.
    open override var targetContentIdentifier: String? {
        get { values.targetContentIdentifier }
        set { values.targetContentIdentifier = newValue }
    }

    /// The importance and timing of the delivery.
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }

    /// The rank in the notification summary, 0 to 1.
    open override var relevanceScore: Double {
        get { values.relevanceScore }
        set { values.relevanceScore = newValue }
    }

    /// The value that a Focus filters by.
    open override var filterCriteria: String? {
        get { values.filterCriteria }
        set { values.filterCriteria = newValue }
    }

    /// The text of the group's summary; ignored since iOS 15.
    open override var summaryArgument: String {
        get { values.summaryArgument }
        set { values.summaryArgument = newValue }
    }

    /// The number of things in the group's summary; ignored since iOS 15.
    open override var summaryArgumentCount: Int {
        get { values.summaryArgumentCount }
        set { values.summaryArgumentCount = newValue }
    }

    /// Returns immutable content with the same values.
    open override func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values: values) }

    /// Returns a mutable copy for a communication notification.
    open override func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        UNMutableNotificationContent(values: values.updating(from: provider))
    }
}
