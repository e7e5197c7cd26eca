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
open class UNNotificationActionIcon: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(text: name, "name")
        coder.encode(isSystemImage, forKey: "isSystemImage")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let name = coder.text("name") else { return nil }
        self.name = name
        isSystemImage = coder.decodeBool(forKey: "isSystemImage")
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
open class UNNotificationAction: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
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

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(text: identifier, "identifier")
        coder.encode(text: title, "title")
        coder.encode(Int(options.rawValue), forKey: "options")
        coder.encode(icon, forKey: "icon")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier"), let title = coder.text("title") else { return nil }
        self.identifier = identifier
        self.title = title
        options = UNNotificationActionOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
        icon = coder.decodeObject(of: UNNotificationActionIcon.self, forKey: "icon")
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

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(text: textInputButtonTitle, "textInputButtonTitle")
        coder.encode(text: textInputPlaceholder, "textInputPlaceholder")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        textInputButtonTitle = coder.text("textInputButtonTitle") ?? ""
        textInputPlaceholder = coder.text("textInputPlaceholder") ?? ""
        super.init(coder: coder)
    }

    /// Whether the other object is an equal action with the same texts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationAction else { return false }
        return super.isEqual(other) && textInputButtonTitle == other.textInputButtonTitle
            && textInputPlaceholder == other.textInputPlaceholder
    }
}

extension UNNotificationActionIcon {
    /// The name of the image or symbol.
    var imageName: String { name }
    /// Whether it is a system symbol.
    var isSymbol: Bool { isSystemImage }
}
