import Foundation
package import FoundationEssentials
import NotificationCategories
import NotificationCenterStore

/// Permissions, categories, requests and lists.
///
/// Every change is made before the call returns; only handlers are called later.
extension UNUserNotificationCenter {
    /// Asks for permissions, which are granted unless a test denies them.
    public func requestAuthorization(
        options: UNAuthorizationOptions = [],
        completionHandler: @escaping @Sendable (Bool, (any Error)?) -> Void
    ) {
        let granted = attempt { store throws(CenterFailure) in
            var settings = try store.settings()
            guard settings.authorization != .denied else { return false }
            settings.options |= Int(options.rawValue)
            if settings.authorization != .authorized {
                settings.authorization = options.contains(.provisional) ? .provisional : .authorized
            }
            try store.setSettings(settings)
            return true
        }
        let isGranted = granted ?? false
        callbacks.async { completionHandler(isGranted, isGranted ? nil : UNError(.notificationsNotAllowed)) }
    }

    /// Replaces the categories.
    public func setNotificationCategories(_ categories: Set<UNNotificationCategory>) {
        let records = categories.map(\.record).sorted { $0.identifier < $1.identifier }
        attempt { store throws(CenterFailure) in try store.setCategories(records) }
        let words = records.map { "\($0.identifier) [\($0.actions.map(\.title).joined(separator: ", "))]" }
        ExtensionActivity.note(.registeredCategories(words.joined(separator: ", ")))
    }

    /// Passes the categories to a handler.
    public func getNotificationCategories(
        completionHandler: @escaping @Sendable (Set<UNNotificationCategory>) -> Void
    ) {
        let categories = list { store throws(CenterFailure) in try store.categories() }
        callbacks.async { completionHandler(Set(categories.map(UNNotificationCategory.init(record:)))) }
    }

    /// Passes the settings to a handler.
    public func getNotificationSettings(completionHandler: @escaping @Sendable (UNNotificationSettings) -> Void) {
        let record = attempt { store throws(CenterFailure) in try store.settings() } ?? CenterSettings()
        let settings = UNNotificationSettings(
            status: UNAuthorizationStatus(rawValue: record.authorization.rawValue) ?? .notDetermined,
            options: UNAuthorizationOptions(rawValue: UInt(bitPattern: record.options))
        )
        callbacks.async { completionHandler(settings) }
    }

    /// Delivers a request at once, or keeps it pending when it has a trigger; one bad attachment refuses all of it.
    public func add(
        _ request: UNNotificationRequest,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let fault = fault(adding: request)
        if let completionHandler { callbacks.async { completionHandler(fault) } }
    }

    private func fault(adding request: UNNotificationRequest) -> (any Error)? {
        let attachments = request.content.attachments
        let presenter = presenter
        do {
            for attachment in attachments { try store.check(attachment) }
            let added = try notifications.add(request.record, at: clock.now, setsBadge: presenter == nil)
            store.removeSources(of: attachments, except: notifications.attachmentDirectory)
            if added.outcome == .pending { arm() }
            if let notification = added.notification { present(notification, to: presenter) }
            return nil
        } catch let failure as CenterFailure {
            return Self.error(failure)
        } catch {
            return error
        }
    }

    /// Lists a push, whose attachments are in the store.
    package func deliver(_ request: UNNotificationRequest, at date: Date? = nil) {
        let presenter = presenter
        let time = date.map { Int($0.timeIntervalSince1970 * 1000) } ?? clock.now
        let results = list { store throws(CenterFailure) in
            try store.post([request.record], at: time, setsBadge: presenter == nil)
        }
        if let notification = results.first?.notification { present(notification, to: presenter) }
    }

    /// Passes the pending requests to a handler.
    public func getPendingNotificationRequests(
        completionHandler: @escaping @Sendable ([UNNotificationRequest]) -> Void
    ) {
        deliverDue()
        let pending = list { store throws(CenterFailure) in try store.pending() }
        callbacks.async { completionHandler(pending.map { UNNotificationRequest(record: $0.request) }) }
    }

    /// Removes pending requests.
    public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
        attempt { store throws(CenterFailure) in try store.removePending(identifiers) }
        arm()
    }

    /// Removes all pending requests.
    public func removeAllPendingNotificationRequests() {
        attempt { store throws(CenterFailure) in try store.removePending() }
        arm()
    }

    /// Passes the delivered notifications to a handler.
    public func getDeliveredNotifications(completionHandler: @escaping @Sendable ([UNNotification]) -> Void) {
        deliverDue()
        let delivered = list { store throws(CenterFailure) in try store.delivered() }
        callbacks.async { completionHandler(delivered.map(UNNotification.init(record:))) }
    }

    /// Removes delivered notifications and their files.
    public func removeDeliveredNotifications(withIdentifiers identifiers: [String]) {
        attempt { store throws(CenterFailure) in try store.removeDelivered(identifiers) }
        ExtensionActivity.note(.removedNotifications(identifiers.joined(separator: ", ")))
    }

    /// Removes all delivered notifications and their files.
    public func removeAllDeliveredNotifications() {
        attempt { store throws(CenterFailure) in try store.removeDelivered() }
        ExtensionActivity.note(.removedNotifications("all"))
    }

    /// Sets the number on the app's icon, 0 or more; without the permission for badges it is an error.
    public func setBadgeCount(
        _ newBadgeCount: Int,
        withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        var fault = newBadgeCount >= 0 ? nil : UNError(.badgeInputInvalid)
        if fault == nil {
            let isPermitted = attempt { store throws(CenterFailure) in
                let isPermitted = try store.settings().permitsBadge
                if isPermitted { try store.setBadge(newBadgeCount) }
                return isPermitted
            }
            if isPermitted == false { fault = UNError(.notificationsNotAllowed) }
        }
        if let completionHandler { callbacks.async { [fault] in completionHandler(fault) } }
    }

    /// The number on the app's icon.
    package var badge: Int { attempt { store throws(CenterFailure) in try store.badge() } ?? 0 }

    /// Sets the permission without a question.
    package func setAuthorization(_ status: UNAuthorizationStatus) {
        attempt { store throws(CenterFailure) in
            var settings = try store.settings()
            settings.authorization = CenterAuthorization(rawValue: status.rawValue) ?? .notDetermined
            try store.setSettings(settings)
        }
    }
}
