import Foundation

/// What a notification centre holds.
struct NotificationCenterState {
    var status = UNAuthorizationStatus.notDetermined
    var options: UNAuthorizationOptions = []
    var categories: Set<UNNotificationCategory> = []
    /// In the order of their requests.
    private(set) var pending: [UNNotificationRequest] = []
    /// In the order of delivery.
    private(set) var delivered: [UNNotification] = []
    /// The number on the app's icon.
    var badge = 0

    /// Grants what was asked for, as a user who agrees.
    mutating func authorize(_ asked: UNAuthorizationOptions) {
        options.formUnion(asked)
        if status != .denied { status = asked.contains(.provisional) ? .provisional : .authorized }
    }

    /// Replaces the pending request of the same identifier.
    mutating func schedule(_ request: UNNotificationRequest) {
        pending.removeAll { $0.identifier == request.identifier }
        pending.append(request)
    }

    /// Replaces notifications of the same identifier; returns those.
    mutating func deliver(_ notification: UNNotification) -> [UNNotification] {
        let replaced = removeDelivered { $0 == notification.request.identifier }
        delivered.append(notification)
        if let badge = notification.request.content.badge { self.badge = max(0, badge.intValue) }
        return replaced
    }

    /// Removes and returns the delivered notifications whose identifiers match.
    mutating func removeDelivered(where matches: (String) -> Bool) -> [UNNotification] {
        let removed = delivered.filter { matches($0.request.identifier) }
        delivered.removeAll { matches($0.request.identifier) }
        return removed
    }

    mutating func removePending(where matches: (String) -> Bool) {
        pending.removeAll { matches($0.identifier) }
    }
}
