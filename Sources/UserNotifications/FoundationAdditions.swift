public import Foundation

// Members of Apple's Foundation that service extensions use and Foundation on Linux does not have.

extension UserDefaults {
    /// Returns the object of a key, as `object(forKey:)`.
    public func value(forKey key: String) -> Any? { object(forKey: key) }

    /// Sets the object of a key, as `set(_:forKey:)`.
    public func setValue(_ value: Any?, forKey key: String) { set(value, forKey: key) }
}

extension FileManager {
    /// Returns the directory of an app group, below the temporary directory; `nil` for an invalid identifier.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        let name = groupIdentifier
        guard !name.isEmpty, !name.hasPrefix("."), !name.contains("/") else { return nil }
        let url = temporaryDirectory.appendingPathComponent("attache-groups/\(name)", isDirectory: true)
        // A container exists before the extension starts.
        return (try? createDirectory(at: url, withIntermediateDirectories: true)) == nil ? nil : url
    }
}

extension NSString {
    /// Returns the app's text of a key with its `%@` replaced by arguments, in order.
    public class func localizedUserNotificationString(forKey key: String, arguments: [Any]?) -> String {
        // Only %@ is replaced: `String(format:)` would read any other format from arguments of the wrong type.
        let parts = Bundle.main.localizedString(forKey: key, value: nil, table: nil).components(separatedBy: "%@")
        let texts = (arguments ?? []).map { "\($0)" }
        return parts.dropFirst().enumerated().reduce(parts.first ?? "") { text, part in
            text + (part.offset < texts.count ? texts[part.offset] : "") + part.element
        }
    }
}

/// Runs a closure; there are no autorelease pools on Linux.
///
/// - Parameter body: The closure.
/// - Returns: Its result.
/// - Throws: What the closure throws.
public func autoreleasepool<Result>(invoking body: () throws -> Result) rethrows -> Result { try body() }
