package import ExtensionSources

/// The stable name of a finding in an app's project. Codes are an API: all are listed in this file and none is reused.
///
/// The texts are in `AppCode+Texts.swift`, one row for each code.
package enum AppCode: String, Sendable, CaseIterable {
    case projectUnreadable = "app.project-unreadable"
    // MARK: The extension in the app
    case noServiceExtension = "app.no-service-extension"
    case severalServiceExtensions = "app.several-service-extensions"
    case notEmbedded = "app.not-embedded"
    case onlyWhenInstalling = "app.only-when-installing"
    // MARK: What must agree
    case deploymentTarget = "app.deployment-target"
    case bundleIdentifier = "app.bundle-identifier"
    case version = "app.version"
    case appGroups = "app.app-groups"
    case transportSecurity = "app.transport-security"
    // MARK: The Info.plist of an extension
    case plistUnreadable = "app.plist-unreadable"
    case extensionPoint = "app.extension-point"
    case principalClass = "app.principal-class"
    case storyboard = "app.storyboard"
    case plistKey = "app.plist-key"
    case contentExtension = "app.content-extension"
    case contentCategory = "app.content-category"
    // MARK: Its code
    case templateCode = "app.template-code"
    case handlerNotCalled = "app.handler-not-called"
    case handlerCalledTwice = "app.handler-called-twice"
    case pluginsInherited = "app.plugins-inherited"
    case libraryNotLinked = "app.library-not-linked"
    case libraryVersion = "app.library-version"
    // MARK: The app
    case apsEnvironment = "app.aps-environment"

    /// The usual severity; a finding is less severe where the project shows that it costs less.
    package var severity: SourceFinding.Severity {
        switch self {
        case .projectUnreadable, .noServiceExtension, .notEmbedded, .bundleIdentifier, .plistUnreadable,
            .extensionPoint, .principalClass, .storyboard, .contentExtension, .templateCode, .handlerNotCalled,
            .libraryNotLinked, .libraryVersion, .apsEnvironment:
            .error
        case .severalServiceExtensions, .onlyWhenInstalling, .deploymentTarget, .version, .appGroups, .plistKey,
            .contentCategory, .handlerCalledTwice, .pluginsInherited:
            .warning
        case .transportSecurity: .note
        }
    }
}
