import Attache

/// The file of `--config`: option names and values in YAML.
package enum ConfigurationFile {
    /// The options of the pipeline, common to both programs.
    package static let pipelineNames = [
        "policy", "policies", "info-plist", "network", "link", "deadline", "allow-address", "allow-port", "allow-host",
        "deny-host", "proxy", "cacert", "dns-server", "store", "store-limit", "cache", "cache-limit",
        "failure-lifetime", "transient-failure-lifetime", "type-check", "host-cooling", "jobs",
        "per-host",
    ]

    /// Reads the options with these names, each with its position in the file; throws every mistake.
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

/// An invalid option, variable or configuration file.
package struct UsageError: Error, Equatable {
    /// Every problem, one sentence each: the input, the position and the fix.
    package let problems: [String]

    package init(problems: [String]) {
        self.problems = problems
    }
}
