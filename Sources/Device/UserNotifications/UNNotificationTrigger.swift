public import Foundation
import NotificationCenterStore

/// The condition that delivers a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationTrigger: ArchivedValue, @unchecked Sendable {
    /// Whether the notification is delivered again each time the condition holds.
    public let repeats: Bool

    init(repeats: Bool) {
        self.repeats = repeats
    }

    override var parts: [String: AnyHashable?] { ["repeats": repeats] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        repeats = coder.decodeBool(forKey: "repeats")
    }
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

    override var parts: [String: AnyHashable?] { super.parts.merging(["timeInterval": timeInterval]) { $1 } }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        timeInterval = coder.decodeDouble(forKey: "timeInterval")
        super.init(coder: coder)
        guard timeInterval >= (repeats ? 60 : 0.001) else { return nil }
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

    override var parts: [String: AnyHashable?] { super.parts.merging(["dateComponents": dateComponents]) { $1 } }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "dateComponents"),
            let components = try? JSONDecoder().decode(DateComponents.self, from: Data(referencing: data))
        else { return nil }
        dateComponents = components
        super.init(coder: coder)
    }
}
