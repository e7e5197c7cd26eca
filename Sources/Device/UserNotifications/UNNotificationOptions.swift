/// The importance and timing of a notification.
public enum UNNotificationInterruptionLevel: Int, Sendable {
    /// Listed without sound or light.
    case passive = 0
    /// Presented at once.
    case active = 1
    /// Presented at once, also through notification controls.
    case timeSensitive = 2
    /// Presented at once, also in spite of the mute switch.
    case critical = 3
}

/// The ways to present a notification while the app is in the foreground.
public struct UNNotificationPresentationOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Changes the badge.
    public static let badge = UNNotificationPresentationOptions(rawValue: 1 << 0)
    /// Plays the sound.
    public static let sound = UNNotificationPresentationOptions(rawValue: 1 << 1)
    /// Shows the alert; replaced by `list` and `banner` in iOS 14.
    public static let alert = UNNotificationPresentationOptions(rawValue: 1 << 2)
    /// Shows the notification in the notification centre.
    public static let list = UNNotificationPresentationOptions(rawValue: 1 << 3)
    /// Shows a banner.
    public static let banner = UNNotificationPresentationOptions(rawValue: 1 << 4)
}

/// The permissions that an app asks for.
public struct UNAuthorizationOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Changes of the badge.
    public static let badge = UNAuthorizationOptions(rawValue: 1 << 0)
    /// Sounds.
    public static let sound = UNAuthorizationOptions(rawValue: 1 << 1)
    /// Alerts.
    public static let alert = UNAuthorizationOptions(rawValue: 1 << 2)
    /// Notifications in CarPlay.
    public static let carPlay = UNAuthorizationOptions(rawValue: 1 << 3)
    /// Sounds in spite of the mute switch.
    public static let criticalAlert = UNAuthorizationOptions(rawValue: 1 << 4)
    /// A button for the app's own settings.
    public static let providesAppNotificationSettings = UNAuthorizationOptions(rawValue: 1 << 5)
    /// Quiet delivery without a question to the user.
    public static let provisional = UNAuthorizationOptions(rawValue: 1 << 6)
    /// Announcements by Siri; without effect since iOS 15.
    public static let announcement = UNAuthorizationOptions(rawValue: 1 << 7)
    /// Time-sensitive notifications; without effect since iOS 15.
    public static let timeSensitive = UNAuthorizationOptions(rawValue: 1 << 8)
}

/// The app's permission to notify.
public enum UNAuthorizationStatus: Int, Sendable {
    /// The user was not asked.
    case notDetermined = 0
    /// The user refused.
    case denied = 1
    /// The user agreed.
    case authorized = 2
    /// Quiet delivery only.
    case provisional = 3
    /// An app clip may notify for a limited time.
    case ephemeral = 4
}

/// The display of a notification's content on a locked device.
public enum UNShowPreviewsSetting: Int, Sendable {
    /// Always.
    case always = 0
    /// When the device is unlocked.
    case whenAuthenticated = 1
    /// Never.
    case never = 2
}

/// The state of one of the app's notification settings.
public enum UNNotificationSetting: Int, Sendable {
    /// The app cannot use it.
    case notSupported = 0
    /// Off.
    case disabled = 1
    /// On.
    case enabled = 2
}

/// The presentation of an alert.
public enum UNAlertStyle: Int, Sendable {
    /// No alert.
    case none = 0
    /// A banner that disappears.
    case banner = 1
    /// An alert that stays.
    case alert = 2
}
