import Attache

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
    /// - Throws: `UsageError` with every mistake in it.
    package static func read(_ path: String?, names: [String]) throws(UsageError) -> [String: [Setting]] {
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

/// A wrong option, variable or configuration file: names the input, the place and the cure.
package struct UsageError: Error, Equatable {
    /// Every problem found, one sentence each.
    package let problems: [String]

    /// Creates the error.
    ///
    /// - Parameter problems: Every problem found, one sentence each.
    package init(problems: [String]) {
        self.problems = problems
    }
}
