import ExtensionSupport
import Foundation
import NotificationCenterStore

// Texts of `localizedUserNotificationString(forKey:arguments:)`, which a notification keeps by key and arguments.

extension ContentValues {
    private static let paths: [(name: String, path: any WritableKeyPath<ContentValues, String> & Sendable)] = [
        ("title", \.title), ("subtitle", \.subtitle), ("body", \.body),
    ]

    /// The sources of the texts, by `title`, `subtitle` and `body`.
    var localized: [String: UserNotificationText] {
        var sources: [String: UserNotificationText] = [:]
        for (name, path) in Self.paths where !self[keyPath: path].isEmpty {
            sources[name] = UserNotificationText.source(of: self[keyPath: path])
        }
        return sources
    }

    /// Reads texts again in the language of a bundle; a text that the bundle does not have stays.
    mutating func localize(_ sources: [String: CenterLocalizedText], in bundle: Bundle) {
        for (name, path) in Self.paths {
            guard let record = sources[name], !self[keyPath: path].isEmpty else { continue }
            let source = UserNotificationText(key: record.key, arguments: record.arguments)
            if let text = source.text(in: bundle), !text.isEmpty { self[keyPath: path] = text }
            source.remember(as: self[keyPath: path])
        }
    }
}
