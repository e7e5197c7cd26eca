public import Foundation

/// The app's notification settings.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationSettings: ArchivedValue, @unchecked Sendable {
    /// The permission to notify.
    public let authorizationStatus: UNAuthorizationStatus
    private let options: UNAuthorizationOptions

    init(status: UNAuthorizationStatus, options: UNAuthorizationOptions) {
        authorizationStatus = status
        self.options = options
    }

    /// The setting of sounds.
    open var soundSetting: UNNotificationSetting { setting(.sound) }

    /// The setting of badges.
    open var badgeSetting: UNNotificationSetting { setting(.badge) }

    /// The setting of alerts.
    open var alertSetting: UNNotificationSetting { setting(.alert) }

    /// The setting of the notification centre.
    open var notificationCenterSetting: UNNotificationSetting { setting(.alert) }

    /// The setting of the lock screen.
    open var lockScreenSetting: UNNotificationSetting { setting(.alert) }

    /// The setting of CarPlay.
    open var carPlaySetting: UNNotificationSetting { setting(.carPlay) }

    /// The setting of critical alerts.
    open var criticalAlertSetting: UNNotificationSetting { setting(.criticalAlert) }

    /// The setting of time-sensitive notifications.
    open var timeSensitiveSetting: UNNotificationSetting { setting(.timeSensitive) }

    /// The setting of announcements by Siri.
    open var announcementSetting: UNNotificationSetting { setting(.announcement) }

    /// The setting of the scheduled summary; not supported on Linux.
    open var scheduledDeliverySetting: UNNotificationSetting { .notSupported }

    /// The setting of direct messages; not supported on Linux.
    open var directMessagesSetting: UNNotificationSetting { .notSupported }

    /// The style of alerts.
    open var alertStyle: UNAlertStyle { alertSetting == .enabled ? .banner : .none }

    /// The display of content on a locked device.
    open var showPreviewsSetting: UNShowPreviewsSetting { .always }

    /// Whether the system shows a button for the app's own settings.
    open var providesAppNotificationSettings: Bool { options.contains(.providesAppNotificationSettings) }

    override var parts: [String: AnyHashable?] {
        ["authorizationStatus": authorizationStatus.rawValue, "options": Int(options.rawValue)]
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        let status = UNAuthorizationStatus(rawValue: coder.decodeInteger(forKey: "authorizationStatus"))
        authorizationStatus = status ?? .notDetermined
        options = UNAuthorizationOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
    }

    private func setting(_ option: UNAuthorizationOptions) -> UNNotificationSetting {
        switch authorizationStatus {
        case .notDetermined: .notSupported
        case .denied: .disabled
        case .authorized, .provisional, .ephemeral: options.contains(option) ? .enabled : .notSupported
        }
    }
}
