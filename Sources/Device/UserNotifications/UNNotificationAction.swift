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
open class UNNotificationActionIcon: ArchivedValue, @unchecked Sendable {
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

    override var parts: [String: AnyHashable?] { ["name": name, "isSystemImage": isSystemImage] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let name = coder.text("name") else { return nil }
        self.name = name
        isSystemImage = coder.decodeBool(forKey: "isSystemImage")
    }
}

/// A button of a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationAction: ArchivedValue, @unchecked Sendable {
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

    override var parts: [String: AnyHashable?] {
        ["identifier": identifier, "title": title, "options": Int(options.rawValue), "icon": icon]
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let identifier = coder.text("identifier"), let title = coder.text("title") else { return nil }
        self.identifier = identifier
        self.title = title
        options = UNNotificationActionOptions(rawValue: UInt(bitPattern: coder.decodeInteger(forKey: "options")))
        icon = coder.object("icon")
    }
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

    override var parts: [String: AnyHashable?] {
        let texts = ["textInputButtonTitle": textInputButtonTitle, "textInputPlaceholder": textInputPlaceholder]
        return super.parts.merging(texts) { $1 }
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        textInputButtonTitle = coder.text("textInputButtonTitle") ?? ""
        textInputPlaceholder = coder.text("textInputPlaceholder") ?? ""
        super.init(coder: coder)
    }
}

extension UNNotificationActionIcon {
    /// The name of the image or symbol.
    var imageName: String { name }
    /// Whether it is a system symbol.
    var isSymbol: Bool { isSystemImage }
}
