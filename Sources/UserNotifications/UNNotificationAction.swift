public import Foundation

/// The behaviour of an action.
public struct UNNotificationActionOptions: OptionSet, Sendable {
    /// The bits of the set.
    public let rawValue: UInt

    /// Creates a set of bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// Runs on an unlocked device only.
    public static let authenticationRequired = UNNotificationActionOptions(rawValue: 1 << 0)
    /// Is shown as destructive.
    public static let destructive = UNNotificationActionOptions(rawValue: 1 << 1)
    /// Starts the app in the foreground.
    public static let foreground = UNNotificationActionOptions(rawValue: 1 << 2)
}

/// The icon of an action.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationActionIcon: NSObject, NSCopying, @unchecked Sendable {
    private let name: String
    private let isSystemImage: Bool

    /// Creates an icon from an image of the app's bundle.
    public init(templateImageName: String) {
        name = templateImageName
        isSystemImage = false
    }

    /// Creates an icon from a system symbol.
    public init(systemImageName: String) {
        name = systemImageName
        isSystemImage = true
    }

    /// Returns the icon itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is an equal icon.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return name == other.name && isSystemImage == other.isSystemImage
    }

    /// A hash of the name.
    open override var hash: Int { name.hashValue }
}

/// A button of a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationAction: NSObject, NSCopying, @unchecked Sendable {
    /// The identifier that a response names.
    public let identifier: String
    /// The button's text.
    public let title: String
    /// The behaviour.
    public let options: UNNotificationActionOptions
    /// The button's icon.
    public let icon: UNNotificationActionIcon?

    /// Creates an action.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil
    ) {
        self.identifier = identifier
        self.title = title
        self.options = options
        self.icon = icon
    }

    /// Returns the action itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is an equal action of the same class.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction, type(of: self) == type(of: other) else { return false }
        return identifier == other.identifier && title == other.title && options == other.options && icon == other.icon
    }

    /// A hash of the identifier.
    open override var hash: Int { identifier.hashValue }
}

/// A button that asks for a text.
open class UNTextInputNotificationAction: UNNotificationAction, @unchecked Sendable {
    /// The text of the button that sends.
    public let textInputButtonTitle: String
    /// The text of the empty field.
    public let textInputPlaceholder: String

    /// Creates an action with a text field.
    public init(
        identifier: String,
        title: String,
        options: UNNotificationActionOptions = [],
        icon: UNNotificationActionIcon? = nil,
        textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.textInputButtonTitle = textInputButtonTitle
        self.textInputPlaceholder = textInputPlaceholder
        super.init(identifier: identifier, title: title, options: options, icon: icon)
    }

    /// Whether the other object is an equal action with the same texts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return super.isEqual(other) && textInputButtonTitle == other.textInputButtonTitle
            && textInputPlaceholder == other.textInputPlaceholder
    }
}
