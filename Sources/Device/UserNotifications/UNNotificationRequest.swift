public import Foundation

/// A notification to deliver: its identifier, content and trigger.
// @unchecked Sendable: nothing changes after `init`, which copies the content.
open class UNNotificationRequest: ArchivedValue, @unchecked Sendable {
    /// The identifier; a later request with the same one replaces this.
    public let identifier: String
    /// The content, as a copy.
    public let content: UNNotificationContent
    /// The condition of the delivery; `nil` delivers at once.
    public let trigger: UNNotificationTrigger?

    /// Creates a request with a copy of the content.
    public init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        self.identifier = identifier
        self.content = content.copy() as? UNNotificationContent ?? content
        self.trigger = trigger
    }

    override var parts: [String: AnyHashable?] { ["identifier": identifier, "content": content, "trigger": trigger] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier"),
            let content = coder.decodeObject(of: UNNotificationContent.self, forKey: "content")
        else { return nil }
        self.identifier = identifier
        self.content = content
        trigger = coder.object("trigger")
    }
}

/// A delivered notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotification: ArchivedValue, @unchecked Sendable {
    /// The time of the delivery.
    public let date: Date
    /// The request that was delivered.
    public let request: UNNotificationRequest

    package init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
    }

    override var parts: [String: AnyHashable?] { ["date": date.timeIntervalSinceReferenceDate, "request": request] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: "request") else { return nil }
        date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
        self.request = request
    }
}
