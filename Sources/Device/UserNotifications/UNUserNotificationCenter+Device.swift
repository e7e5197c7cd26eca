import AttacheCore
import Foundation
import NotificationCenterStore

/// What a device that a script controls reads of its centre; nothing here delivers what is due.
extension UNUserNotificationCenter {
    /// The variable with the time of a centre whose clock stands still, in milliseconds since 1970.
    package static var clockVariable: String { "ATTACHE_CENTER_CLOCK" }

    /// The present of the centre's clock.
    package var present: Date { Date(timeIntervalSince1970: Double(clock.now) / 1000) }

    /// Returns the category whose buttons a notification has: its own, else that which the app has registered.
    package func category(of content: UNNotificationContent) async -> UNNotificationCategory? {
        let identifier = content.categoryIdentifier
        if let own = content.values.ownCategory, own.identifier == identifier {
            return UNNotificationCategory(record: own)
        }
        return await notificationCategories().first { $0.identifier == identifier }
    }

    /// Returns the delivered notification of an identifier.
    package func delivered(_ identifier: String) -> UNNotification? {
        let found = attempt { store throws(CenterFailure) in try store.delivered(identifier) }
        return found?.map { UNNotification(record: $0) }
    }

    /// The identifiers of the delivered notifications, in the order of delivery.
    package var deliveredIdentifiers: [String] {
        list { store throws(CenterFailure) in try store.delivered() }.map(\.identifier)
    }

    /// The number of delivered notifications.
    package var deliveredCount: Int {
        attempt { store throws(CenterFailure) in try store.deliveredCount() } ?? 0
    }

    /// The identifiers of the pending requests, in the order of their making.
    package var pendingIdentifiers: [String] {
        list { store throws(CenterFailure) in try store.pending() }.map(\.request.identifier)
    }

    /// The number of files that the centre keeps for attachments.
    package var fileCount: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: attachmentDirectory.path).count) ?? 0
    }
}

/// A clock that stands still: a script lets time pass itself.
struct StoppedCenterClock: CenterClock {
    let now: Int

    /// Creates the clock of a process; `nil` without a time in its variable.
    init?(environment: [String: String]) {
        guard let now = environment[UNUserNotificationCenter.clockVariable].flatMap({ Int($0) }) else { return nil }
        self.now = now
    }

    func sleep(until time: Int) async throws {
        guard time > now else { return }
        while true { try await ContinuousClock().sleep(for: .seconds(86_400)) }
    }
}
