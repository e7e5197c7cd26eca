package import AttacheCore

extension AppCode {
    /// The texts of the code.
    package var texts: FindingTexts { FindingTexts(row) }

    private static let service = "Apple, UNNotificationServiceExtension"
    private static let content = "Apple, UNNotificationContentExtension"
    private static let keys = "Apple, App Extension Keys"
    private static let programming = "Apple, App Extension Programming Guide"

    private var row: (String, String, String, String) {
        switch self {
        case .projectUnreadable:
            (
                "the project cannot be read", "Nothing in it was checked.", "Xcode's project format",
                "Correct what the message names."
            )
        case .noServiceExtension:
            (
                "no notification service extension", "Without one, iOS shows the text of a push and never its media.",
                Self.service, "Add a target in Xcode: File, New, Target, Notification Service Extension."
            )
        case .severalServiceExtensions:
            (
                "several service extensions", "Only one of them gets a push, and Apple does not document which one.",
                Self.service,
                "Keep one, and call the code of the others from it."
            )
        case .notEmbedded:
            (
                "the extension is not in the app", "iOS finds extensions only in the app's folder PlugIns.",
                Self.programming,
                "In the app's target, open General, Frameworks, Libraries, and Embedded Content, and add the extension."
            )
        case .onlyWhenInstalling:
            (
                "the extension is copied into archives only",
                "Xcode skips the phase in a normal build, so the app it installs has no extension.",
                "Netmera, Media Push", "In the app's Build Phases, clear \"Copy only when installing\"."
            )
        case .deploymentTarget:
            (
                "the extension needs a newer iOS than the app",
                "A phone on a version between the two has the app, but never runs the extension.",
                "OneSignal-iOS-SDK#450", "Set the extension's IPHONEOS_DEPLOYMENT_TARGET to the app's value."
            )
        case .bundleIdentifier:
            (
                "the bundle identifier does not begin with the app's",
                "An extension's identifier begins with its app's identifier and a full stop; otherwise the app cannot "
                    + "be installed.",
                Self.programming, "Begin it with the app's identifier and a full stop."
            )
        case .version:
            (
                "the versions differ", "App Store Connect asks for the same version in an app and its extensions.",
                "Salesforce, Configure the Service Extension", "Set both from the same build setting."
            )
        case .appGroups:
            (
                "the app groups differ", "What one of the two writes into the group, the other does not see.",
                "Apple, App Groups Entitlement", "Name the same group in both entitlements."
            )
        case .transportSecurity:
            (
                "only the app has exceptions for http",
                "The extension loads media under its own Info.plist, so a URL that works in the app is blocked there.",
                "Apple, NSAppTransportSecurity", "Serve media by https, or repeat the exceptions in the extension."
            )
        case .plistUnreadable:
            (
                "the Info.plist cannot be read", "Xcode does not build the target, or iOS does not load the extension.",
                Self.keys, "Correct what the message names."
            )
        case .extensionPoint:
            (
                "not the extension point of notifications", "iOS starts an extension by its point identifier.",
                Self.keys,
                "Set NSExtensionPointIdentifier to com.apple.usernotifications.service."
            )
        case .principalClass:
            (
                "the principal class does not exist",
                "iOS creates the class by this name, and shows the push as sent "
                    + "without it.",
                "Apple, App Extension Keys; OneSignal/cli#7",
                "Set NSExtensionPrincipalClass to your class: $(PRODUCT_MODULE_NAME).NotificationService in Swift, and NotificationService "
                    + "in Objective-C."
            )
        case .storyboard:
            (
                "a storyboard in a service extension", "A service extension has no view.", Self.keys,
                "Remove NSExtensionMainStoryboard."
            )
        case .plistKey:
            (
                "a key without an effect", "iOS does not read it there.", Self.keys, "Correct what the message names."
            )
        case .contentExtension:
            (
                "the content extension is not shown", "iOS chooses and lays out the view by these keys.", Self.content,
                "Correct what the message names."
            )
        case .contentCategory:
            (
                "a category in another spelling", "iOS treats capital and small letters as different.",
                Self.content,
                "Use one spelling in the app, the extension and the push."
            )
        case .templateCode:
            (
                "the code of Xcode's template", "It appends [modified] to the title and attaches nothing.",
                Self.service, "Replace it with code that loads and attaches the media."
            )
        case .handlerNotCalled:
            (
                "the handler is never called", "iOS then waits for 30 s and shows the push as sent.", Self.service,
                "Call the content handler on each path, even when the download fails."
            )
        case .handlerCalledTwice:
            (
                "the handler is called while another call has it",
                "iOS takes the first call, and shows the push with what has been attached by then.", Self.service,
                "Leave the handler to the vendor's call, and remove the other one."
            )
        case .pluginsInherited:
            (
                "the extension has the app's plugins",
                "Plugins of Flutter and React Native use what only an app may call, so the extension does not build, "
                    + "or starts slowly.",
                "Flutter, Adding iOS app extensions; CocoaPods, inherit!",
                "Give the extension's target a block at the top level of the Podfile, with only the pods that it needs, such as "
                    + "Firebase/Messaging."
            )
        case .libraryNotLinked:
            (
                "the vendor's library is not in the extension",
                "The vendor's code loads the media, and the extension does not have it.",
                "The setup guides of the vendors",
                "Link the library that the message names to the extension's target."
            )
        case .libraryVersion:
            (
                "a version of the vendor's library that shows no media",
                "The vendor has fixed the fault in a later version.", "The change logs of the vendors",
                "Update the library to the version that the message names."
            )
        case .apsEnvironment:
            (
                "no entitlement for pushes", "The app gets no device token, and no push arrives.",
                "Apple, APS Environment Entitlement",
                "Add the capability Push Notifications to the app's target."
            )
        }
    }
}
