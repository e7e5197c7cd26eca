import AttacheCommandLine

/// A setting as it is shown to people.
struct ResolvedSetting: Equatable {
    /// The option's name without dashes.
    let name: String
    /// What holds, as it would be written; none for nothing.
    let texts: [String]
    /// Whether it is shown as a list.
    let isRepeated: Bool
    /// Where it was said; `default` for nowhere.
    let origin: String

    /// The settings as a configuration file.
    ///
    /// - Parameters:
    ///   - settings: The settings in their order.
    ///   - withOrigin: Whether each tells where it was said.
    /// - Returns: A line for each.
    static func lines(_ settings: [ResolvedSetting], withOrigin: Bool) -> String {
        let width = settings.map(\.yaml.count).max() ?? 0
        return settings.map { setting in
            guard withOrigin else { return setting.yaml + "\n" }
            let padding = String(repeating: " ", count: width - setting.yaml.count)
            return "\(setting.yaml)\(padding)  # \(setting.origin)\n"
        }.joined()
    }

    /// The setting as YAML; what has no value is a comment.
    private var yaml: String {
        guard !texts.isEmpty else { return "# \(name):" }
        guard isRepeated else { return "\(name): \(Self.scalar(texts[0]))" }
        return "\(name): [\(texts.map(Self.scalar).joined(separator: ", "))]"
    }

    /// A value with quotation marks where YAML might take it for something else.
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
