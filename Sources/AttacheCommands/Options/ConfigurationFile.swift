import Attache

/// The file that `--config` names: option names and values in YAML.
enum ConfigurationFile {
    /// Every option that may stand in the file.
    static let names = [
        "policy", "policies", "info-plist", "network", "link", "deadline", "allow-address", "allow-port", "allow-host",
        "deny-host", "proxy", "cacert", "dns-server", "store", "store-limit", "cache", "cache-limit",
        "failure-lifetime", "transient-failure-lifetime", "type-check", "host-cooling", "jobs",
        "per-host",
        "log-format", "color",
    ]

    /// Reads the file.
    ///
    /// - Parameter path: The file's path, or `nil` for none.
    /// - Returns: Values by option name, each with its place.
    /// - Throws: `UsageError` with every mistake in it.
    static func read(_ path: String?) throws(UsageError) -> [String: [Setting]] {
        guard let path else { return [:] }
        do throws(ConfigurationError) {
            let entries = try OptionEntries.read(path, names: names)
            return Dictionary(grouping: entries, by: \.name).mapValues { entries in
                entries.map { Setting(text: $0.text, origin: "\(path):\($0.line)") }
            }
        } catch {
            throw UsageError(problems: error.problems)
        }
    }
}
