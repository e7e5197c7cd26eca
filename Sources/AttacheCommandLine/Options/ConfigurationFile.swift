package import Attache

/// The file that `--config` names: option names and values in YAML.
package enum ConfigurationFile {
    /// Every option that says how payloads are worked on, whichever program works.
    package static let pipelineNames = [
        "policy", "policies", "info-plist", "network", "link", "deadline", "allow-address", "allow-port", "allow-host",
        "deny-host", "proxy", "cacert", "dns-server", "store", "store-limit", "cache", "cache-limit",
        "failure-lifetime", "transient-failure-lifetime", "type-check", "host-cooling", "jobs",
        "per-host",
    ]

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The file's path, or `nil` for none.
    ///   - names: Every option that may stand in the file.
    /// - Returns: Values by option name, each with its place.
    /// - Throws: `ConfigurationError` with every mistake in it.
    package static func read(_ path: String?, names: [String]) throws(ConfigurationError) -> [String: [Setting]] {
        guard let path else { return [:] }
        let entries = try OptionEntries.read(path, names: names)
        return Dictionary(grouping: entries, by: \.name).mapValues { entries in
            entries.map { Setting(text: $0.text, origin: "\(path):\($0.line)") }
        }
    }
}
