public import Foundation

/// A notification to deliver: its identifier, content and trigger.
// @unchecked Sendable: nothing changes after `init`, which copies the content.
open class UNNotificationRequest: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(text: identifier, "identifier")
        coder.encode(content, forKey: "content")
        coder.encode(trigger, forKey: "trigger")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier"),
            let content = coder.decodeObject(of: UNNotificationContent.self, forKey: "content")
        else { return nil }
        self.identifier = identifier
        self.content = content
        trigger = coder.decodeObject(of: UNNotificationTrigger.self, forKey: "trigger")
    }

    /// Returns the request itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is a request with equal parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationRequest else { return false }
        return identifier == other.identifier && content == other.content && trigger == other.trigger
    }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
}

/// A delivered notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotification: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The time of the delivery.
    public let date: Date
    /// The request that was delivered.
    public let request: UNNotificationRequest

    package init(date: Date, request: UNNotificationRequest) {
        self.date = date
        self.request = request
    }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(date.timeIntervalSinceReferenceDate, forKey: "date")
        coder.encode(request, forKey: "request")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let request = coder.decodeObject(of: UNNotificationRequest.self, forKey: "request") else { return nil }
        date = Date(timeIntervalSinceReferenceDate: coder.decodeDouble(forKey: "date"))
        self.request = request
    }

    /// Returns the notification itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same request delivered at the same time.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotification else { return false }
        return date == other.date && request == other.request
    }

    /// A hash of the request.
    open override var hash: Int { request.hash }
}
