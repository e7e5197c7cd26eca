public import Foundation
import NotificationCenterStore

/// The condition that delivers a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationTrigger: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// Whether the notification is delivered again each time the condition holds.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(repeats, forKey: "repeats")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        repeats = coder.decodeBool(forKey: "repeats")
    }

    /// Returns the trigger itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is an equal trigger of the same class.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationTrigger else { return false }
        return type(of: self) == type(of: other) && repeats == other.repeats
    }

    /// A hash of the class.
    open override var hash: Int { ObjectIdentifier(type(of: self)).hashValue }
}

/// The trigger of a notification that came from APNs.
open class UNPushNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    package init() {
        super.init(repeats: false)
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
    }
}

/// A trigger after a time.
open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The time until the delivery, in seconds.
    public let timeInterval: TimeInterval

    /// Creates a trigger after a time in seconds, more than 0, and at least 60 when it repeats.
    public init(timeInterval: TimeInterval, repeats: Bool) {
        // iOS raises an exception here; both are faults of the program.
        precondition(timeInterval > 0, "invalid timeInterval: \(timeInterval); use a time greater than 0")
        precondition(!repeats || timeInterval >= 60, "invalid timeInterval: \(timeInterval); use at least 60 to repeat")
        self.timeInterval = timeInterval
        super.init(repeats: repeats)
    }

    /// The next delivery, counted from now.
    open func nextTriggerDate() -> Date? { Date(timeIntervalSinceNow: timeInterval) }

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(timeInterval, forKey: "timeInterval")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        timeInterval = coder.decodeDouble(forKey: "timeInterval")
        super.init(coder: coder)
        guard timeInterval >= (repeats ? 60 : 0.001) else { return nil }
    }

    /// Whether the other object is a trigger after the same time.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTimeIntervalNotificationTrigger else { return false }
        return super.isEqual(other) && timeInterval == other.timeInterval
    }
}

/// A trigger at a date of the calendar.
open class UNCalendarNotificationTrigger: UNNotificationTrigger, @unchecked Sendable {
    /// The parts of the date that must match.
    public let dateComponents: DateComponents

    /// Creates a trigger for the next date, or each date, whose parts match.
    public init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.dateComponents = dateComponents
        super.init(repeats: repeats)
    }

    /// The next date that matches; `nil` when none does.
    open func nextTriggerDate() -> Date? { DateSearch.next(dateComponents, after: Date()) }

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let data = try? JSONEncoder().encode(dateComponents) {
            coder.encode(NSData(data: data), forKey: "dateComponents")
        }
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "dateComponents"),
            let components = try? JSONDecoder().decode(DateComponents.self, from: Data(referencing: data))
        else { return nil }
        dateComponents = components
        super.init(coder: coder)
    }

    /// Whether the other object is a trigger for the same dates.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNCalendarNotificationTrigger else { return false }
        return super.isEqual(other) && dateComponents == other.dateComponents
    }
}
