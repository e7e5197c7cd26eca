import NotificationCategories
public import UserNotificationsUI

/// A view controller of a content extension.
public typealias NotificationContentController = ContentViewController & UNNotificationContentExtension

/// A content extension of an app: the settings of its Info.plist, and its view controller.
public struct ContentExtension: Sendable {
    let settings: ContentExtensionPlist
    let make: @MainActor @Sendable () -> any NotificationContentController
    /// The problems of the Info.plist, a line each in the format of compilers.
    public let problems: [String]

    /// Creates an extension with the settings of a file.
    ///
    /// - Parameters:
    ///   - infoPlist: The path of the extension's Info.plist; a file that is unusable shows no category.
    ///   - principal: An expression that makes a view controller; it is evaluated for each view.
    public init(
        infoPlist: String,
        _ principal: @autoclosure @escaping @MainActor @Sendable () -> any NotificationContentController
    ) {
        let file = ContentExtensionPlistFile(reading: infoPlist)
        settings = file.settings ?? ContentExtensionPlist(categories: [])
        problems = file.problems.map(\.description)
        make = principal
    }

    /// Creates an extension with settings.
    ///
    /// - Parameters:
    ///   - categories: The categories, which are case-sensitive.
    ///   - initialContentSizeRatio: The height of the view divided by its width.
    ///   - hidesDefaultContent: Whether the standard text below the view is hidden.
    ///   - overridesDefaultTitle: Whether the title is that of the view controller.
    ///   - isInteractive: Whether controls in the view react.
    ///   - principal: An expression that makes a view controller; it is evaluated for each view.
    public init(
        categories: [String],
        initialContentSizeRatio: Double = 1,
        hidesDefaultContent: Bool = false,
        overridesDefaultTitle: Bool = false,
        isInteractive: Bool = false,
        _ principal: @autoclosure @escaping @MainActor @Sendable () -> any NotificationContentController
    ) {
        settings = ContentExtensionPlist(
            categories: categories,
            initialContentSizeRatio: initialContentSizeRatio,
            hidesDefaultContent: hidesDefaultContent,
            overridesDefaultTitle: overridesDefaultTitle,
            isInteractive: isInteractive
        )
        problems = []
        make = principal
    }
}
