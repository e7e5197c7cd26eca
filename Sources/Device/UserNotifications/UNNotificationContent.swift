public import Foundation
import NotificationCenterStore

/// The values of a notification's content.
struct ContentValues {
    var title = ""
    var subtitle = ""
    var body = ""
    var badge: NSNumber?
    var sound: UNNotificationSound?
    var launchImageName = ""
    var userInfo: [AnyHashable: Any] = [:]
    var attachments: [UNNotificationAttachment] = []
    var categoryIdentifier = ""
    /// The category that a vendor's service extension makes of the payload for this notification alone; it counts while
    /// the content names it.
    var ownCategory: CenterCategory?
    var threadIdentifier = ""
    var targetContentIdentifier: String?
    var interruptionLevel = UNNotificationInterruptionLevel.active
    var relevanceScore = 0.0
    var filterCriteria: String?
    var summaryArgument = ""
    var summaryArgumentCount = 0
    /// The people of a message or call, of which the content was updated.
    var communication: Communication?

    func isEqual(to other: ContentValues) -> Bool {
        title == other.title && subtitle == other.subtitle && body == other.body && badge == other.badge
            && sound == other.sound && launchImageName == other.launchImageName && attachments == other.attachments
            && categoryIdentifier == other.categoryIdentifier && threadIdentifier == other.threadIdentifier
            && targetContentIdentifier == other.targetContentIdentifier
            && interruptionLevel == other.interruptionLevel && relevanceScore == other.relevanceScore
            && filterCriteria == other.filterCriteria && summaryArgument == other.summaryArgument
            && summaryArgumentCount == other.summaryArgumentCount && communication == other.communication
            && (userInfo as NSDictionary) == (other.userInfo as NSDictionary)
    }
}

/// The content of a notification, which does not change.
open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying, NSSecureCoding {
    var values: ContentValues

    /// Creates an empty content.
    public override init() {
        values = ContentValues()
    }

    init(values: ContentValues) {
        self.values = values
    }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        values = ContentValues(coder)
    }

    /// Writes the values to an archive; values of `userInfo` that property lists cannot have are left out.
    open func encode(with coder: NSCoder) { values.encode(with: coder) }

    /// The first line of the alert; empty for none.
    open var title: String { values.title }

    /// The second line of the alert; empty for none.
    open var subtitle: String { values.subtitle }

    /// The text of the alert; empty for none.
    open var body: String { values.body }

    /// The number on the app's icon: `nil` leaves it, 0 removes it.
    open var badge: NSNumber? { values.badge }

    /// The sound of the alert.
    open var sound: UNNotificationSound? { values.sound }

    /// The name of the image that is shown while the app starts.
    open var launchImageName: String { values.launchImageName }

    /// The custom data; for a push, the whole payload with `aps`.
    open var userInfo: [AnyHashable: Any] { values.userInfo }

    /// The media, in the order of display.
    open var attachments: [UNNotificationAttachment] { values.attachments }

    /// The identifier of the category that has the actions.
    open var categoryIdentifier: String { values.categoryIdentifier }

    /// The identifier of the group in which the notification is shown.
    open var threadIdentifier: String { values.threadIdentifier }

    /// The identifier of the window that opens with the notification.
    open var targetContentIdentifier: String? { values.targetContentIdentifier }

    /// The importance and timing of the delivery.
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }

    /// The rank in the notification summary, 0 to 1.
    open var relevanceScore: Double { values.relevanceScore }

    /// The value that a Focus filters by.
    open var filterCriteria: String? { values.filterCriteria }

    /// The text of the group's summary; ignored since iOS 15.
    open var summaryArgument: String { values.summaryArgument }

    /// The number of things in the group's summary; ignored since iOS 15.
    open var summaryArgumentCount: Int { values.summaryArgumentCount }

    /// Returns the content itself, or for mutable content an immutable one with the same values.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Returns mutable content with the same values.
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(values: values) }

    /// Returns a copy for a communication notification; mutable content gives a mutable copy.
    ///
    /// On Linux no intent changes the texts, and every value is kept.
    ///
    /// - Parameter provider: The source of more content, such as a message intent.
    /// - Returns: The copy.
    /// - Throws: Nothing on Linux; iOS throws for an unusable provider.
    open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        UNNotificationContent(values: values.updating(from: provider))
    }

    /// Whether the other object is content with equal values, mutable or not.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationContent else { return false }
        return other === self || values.isEqual(to: other.values)
    }

    /// A hash of the texts.
    open override var hash: Int {
        var hasher = Hasher()
        hasher.combine(values.title)
        hasher.combine(values.subtitle)
        hasher.combine(values.body)
        hasher.combine(values.threadIdentifier)
        return hasher.finalize()
    }
}

/// A source of content for `updating(from:)`, such as a message intent.
public protocol UNNotificationContentProviding: NSObjectProtocol {}

extension ContentValues {
    func updating(from provider: any UNNotificationContentProviding) -> ContentValues {
        var values = self
        values.communication = (provider as? any CommunicationProviding)?.communication ?? communication
        return values
    }
}

extension UNNotificationContent {
    /// The people of a communication notification; `nil` for any other.
    package var communication: Communication? {
        get { values.communication }
        set { values.communication = newValue }
    }

    /// Whether the alert has a text.
    package var isVisible: Bool { !title.isEmpty || !subtitle.isEmpty || !body.isEmpty }

    /// Returns an immutable copy with other attachments.
    package func replacing(attachments: [UNNotificationAttachment]) -> UNNotificationContent {
        var values = values
        values.attachments = attachments
        return UNNotificationContent(values: values)
    }
}
