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
    mutating func localize(_ sources: [String: UserNotificationText], in bundle: Bundle) {
        for (name, path) in Self.paths {
            guard let source = sources[name], !self[keyPath: path].isEmpty else { continue }
            if let text = source.text(in: bundle), !text.isEmpty { self[keyPath: path] = text }
            source.remember(as: self[keyPath: path])
        }
    }
}

extension NSCoder {
    func encode(localized sources: [String: UserNotificationText]) {
        guard !sources.isEmpty else { return }
        encode(values: sources.mapValues { [$0.key] + $0.arguments }, "localized")
    }

    /// The sources of texts; the first element of each list is the key.
    var localized: [String: UserNotificationText] {
        guard containsValue(forKey: "localized") else { return [:] }
        return values("localized").compactMapValues { value in
            guard let list = value as? [String], let key = list.first else { return nil }
            return UserNotificationText(key: key, arguments: Array(list.dropFirst()))
        }
    }
}

extension UNNotificationContent {
    /// The sources of the texts that are read again when the notification is shown.
    package var localizedTexts: [String: UserNotificationText] { values.localized }

    /// Keeps the sources of texts that another process has read.
    package func remember(_ sources: [String: UserNotificationText]) {
        var values = values
        values.localize(sources, in: Bundle.main)
        self.values = values
    }
}
