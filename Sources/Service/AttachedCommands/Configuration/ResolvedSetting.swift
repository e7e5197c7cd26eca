import AttacheCommandLine

/// A setting and its value, for display.
struct ResolvedSetting: Equatable {
    /// The name of the option, without dashes.
    let name: String
    /// The values as written in the file; empty for none.
    let texts: [String]
    let isRepeated: Bool
    /// The origin of the value, or `default`.
    let origin: String

    init(_ definition: SettingDefinition, _ values: [SettingValue], defaultTexts: [String]) {
        name = definition.name
        isRepeated = definition.form == .list
        let texts = values.isEmpty ? defaultTexts : isRepeated ? values.map(\.text) : values.suffix(1).map(\.text)
        self.texts = definition.isSecret ? texts.map(Self.hidden) : texts
        origin = values.last?.origin ?? "default"
    }

    /// A URL without user name and password.
    private static func hidden(_ text: String) -> String {
        guard let at = text.lastIndex(of: "@") else { return text }
        let scheme = text.firstRange(of: "://").map { String(text[..<$0.upperBound]) } ?? ""
        return "\(scheme)***\(text[at...])"
    }

    /// Formats settings as a configuration file, optionally with their origins.
    static func lines(_ settings: [ResolvedSetting], withOrigin: Bool) -> String {
        let width = settings.map(\.yaml.count).max() ?? 0
        return settings.map { setting in
            guard withOrigin else { return setting.yaml + "\n" }
            let padding = String(repeating: " ", count: width - setting.yaml.count)
            return "\(setting.yaml)\(padding)  # \(setting.origin)\n"
        }.joined()
    }

    /// The setting as YAML; without a value as a comment.
    private var yaml: String {
        guard !texts.isEmpty else { return "# \(name):" }
        guard isRepeated else { return "\(name): \(Self.scalar(texts[0]))" }
        return "\(name): [\(texts.map(Self.scalar).joined(separator: ", "))]"
    }

    /// A value, quoted if YAML could read it as another type.
    private static func scalar(_ text: String) -> String {
        let isPlain =
            text.utf8.first.map { isLetterOrDigit($0) || $0 == UInt8(ascii: "/") } == true
            && text.utf8.allSatisfy { isLetterOrDigit($0) || "/._-:".utf8.contains($0) }
            && !text.hasSuffix(":")
        guard !isPlain else { return text }
        let escaped = text.map { $0 == "\\" || $0 == "\"" ? "\\\($0)" : String($0) }.joined()
        return "\"\(escaped)\""
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
