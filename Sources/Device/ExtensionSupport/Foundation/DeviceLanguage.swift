public import Foundation

/// The language and region of the device, which Foundation on Linux does not know; with the prelude, `Locale` has its values.
public struct DeviceLanguage: Sendable {
    /// The variable of an extension's process with the language, such as `de` or `pt-BR`.
    public static let variable = "ATTACHE_LANGUAGE"

    /// The language of this process; `nil` for that of Foundation.
    static var current: DeviceLanguage? {
        ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : DeviceLanguage($0) }
    }

    /// The languages that the user prefers, as `Locale.preferredLanguages` has them.
    public static var preferredLanguages: [String] { current.map { [$0.name] } ?? Locale.preferredLanguages }

    /// The locale of the process: the language of the bundle's strings, and the region of the device.
    public static var locale: Locale {
        current.map { Locale(identifier: $0.localeIdentifier(of: Bundle.main.preferredLocalizations.first)) }
            ?? .current
    }

    /// The language with a region, such as `de-DE`.
    package let name: String
    private let region: String?

    /// Reads a language, and adds the region where most of its speakers live to one without a region.
    package init(_ text: String) {
        let text = text.replacingOccurrences(of: "_", with: "-")
        let language = Locale.Language(identifier: text)
        let own = language.region?.identifier
        region = own ?? Locale.Language(identifier: language.maximalIdentifier).region?.identifier
        name = own == nil ? [text, region].compactMap(\.self).joined(separator: "-") : text
    }

    /// The identifier of a locale in the language of a bundle; `nil` for that of the device.
    package func localeIdentifier(of bundle: String?) -> String {
        var parts = (bundle ?? name).split(separator: "-").map(String.init)
        if parts.count > 1, parts.last == Locale.Language(identifier: bundle ?? name).region?.identifier {
            parts.removeLast()
        }
        return [parts.joined(separator: "-"), region].compactMap(\.self).joined(separator: "_")
    }
}
