public import Foundation

// Members of Apple's Foundation that service extensions use and Foundation on Linux does not have.

extension UserDefaults {
    /// Returns the object of a key, as `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Sets the object of a key, as `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}

extension FileManager {
    /// Returns the directory of an app group; `nil` for an invalid identifier.
    ///
    /// The directory is below that of the environment's `ATTACHE_APP_GROUPS`, otherwise below `attache-groups` in the
    /// temporary directory.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        let name = groupIdentifier
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
        let groups =
            ProcessInfo.processInfo.environment["ATTACHE_APP_GROUPS"].map { URL(fileURLWithPath: $0) }
            ?? temporaryDirectory.appendingPathComponent("attache-groups", isDirectory: true)
        let url = groups.appendingPathComponent(name, isDirectory: true)
        // A container exists before the extension starts.
        return (try? createDirectory(at: url, withIntermediateDirectories: true)) == nil ? nil : url
    }
}

extension ProcessInfo {
    /// Whether the device saves power: never.
    public var isLowPowerModeEnabled: Bool { false }

    /// Runs a closure on another thread, with `false`: the process is not about to be suspended.
    public func performExpiringActivity(withReason reason: String, using block: @escaping @Sendable (Bool) -> Void) {
        DispatchQueue.global().async { block(false) }
    }
}

extension URL {
    /// The folder `Documents` of the container.
    public static var documentsDirectory: URL { folder("Documents") }
    /// The folder `Library` of the container.
    public static var libraryDirectory: URL { folder("Library") }
    /// The folder `Library/Caches` of the container.
    public static var cachesDirectory: URL { folder("Library/Caches") }
    /// The folder `Library/Application Support` of the container.
    public static var applicationSupportDirectory: URL { folder("Library/Application Support") }

    private static func folder(_ path: String) -> URL {
        URL(fileURLWithPath: NSHomeDirectory(), isDirectory: true).appendingPathComponent(path, isDirectory: true)
    }
}

extension Data.ReadingOptions {
    /// The former name of `mappedIfSafe`.
    public static var mappedRead: Data.ReadingOptions { .mappedIfSafe }
}

extension NSString {
    /// Returns the app's text of a key with its `%@` replaced by arguments.
    ///
    /// A notification that has exactly this text keeps key and arguments, and its text is read again when it is shown.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        let source = UserNotificationText(key: key, arguments: (arguments ?? []).map { "\($0)" })
        let text = source.text(in: .main) ?? source.formatted(key)
        source.remember(as: text)
        return text
    }
}

/// Runs a closure; there are no autorelease pools on Linux.
///
/// - Parameter body: The closure.
/// - Returns: Its result.
/// - Throws: What the closure throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
