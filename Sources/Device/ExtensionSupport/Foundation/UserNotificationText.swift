import AttacheSystem
package import Foundation

/// A text of the app's strings by its key, which is read again when its notification is shown.
///
/// On iOS the string itself has key and arguments. A string of Swift on Linux has no room for them: the process knows the
/// last ones by their texts.
package struct UserNotificationText: Sendable, Equatable {
    package let key: String
    /// The texts in place of `%@`.
    package let arguments: [String]

    package init(key: String, arguments: [String]) {
        self.key = key
        self.arguments = arguments
    }

    /// Returns the text in a bundle's language; `nil` when the bundle has no such key.
    package func text(in bundle: Bundle) -> String? {
        let missing = "\u{0}"
        let format = bundle.localizedString(forKey: key, value: missing, table: nil)
        return format == missing ? nil : formatted(format)
    }

    /// Returns a format with its `%@`, `%1$@` and `%%` replaced; an argument that is missing is empty.
    ///
    /// `String(format:)` would read any other format from arguments of the wrong type.
    package func formatted(_ format: String) -> String {
        var result = ""
        var rest = format[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if rest.first == "%" {
                result += "%"
                rest = rest.dropFirst()
            } else if rest.first == "@" {
                result += argument(next)
                next += 1
                rest = rest.dropFirst()
            } else if let number = Int(digits), rest.dropFirst(digits.count).hasPrefix("$@") {
                result += argument(number - 1)
                rest = rest.dropFirst(digits.count + 2)
            } else {
                result += "%"
            }
        }
        return result + rest
    }

    private func argument(_ index: Int) -> String { arguments.indices.contains(index) ? arguments[index] : "" }

    /// The texts of the process, the latest thousand at least.
    private struct Known {
        var latest: [String: UserNotificationText] = [:]
        var earlier: [String: UserNotificationText] = [:]
    }

    private static let limit = 1000
    private static let known = Locked(Known())

    /// Returns the source of a text that this process has read from strings, or got with a notification.
    package static func source(of text: String) -> UserNotificationText? {
        known.withLock { $0.latest[text] ?? $0.earlier[text] }
    }

    /// Keeps the source of a text.
    package func remember(as text: String) {
        Self.known.withLock { known in
            if known.latest.count >= Self.limit { known = Known(earlier: known.latest) }
            known.latest[text] = self
        }
    }
}
