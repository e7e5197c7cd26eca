import ArgumentParser
package import Attache
import Glibc

/// The configuration file of both programs: option names and values in YAML.
package struct ConfigurationFile: ParsableArguments {
    /// The values in a file, and its mistakes.
    package struct Content: Sendable {
        /// Values by option name, each with its position; paths are relative to the working directory.
        package var values: [String: [SettingValue]] = [:]
        /// One sentence for each key that is not an option.
        package var problems: [String] = []
    }

    /// The option's name without dashes.
    package static let name = "config"

    @Option(
        name: .customLong(Self.name),
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables take precedence.",
            discussion: """
                Default: $XDG_CONFIG_HOME/attache/config.yaml or ~/.config/attache/config.yaml; otherwise \
                \(ConfigurationLocation.system). One file serves attache and attached. Relative paths in it are \
                relative to its directory.
                """,
            valueName: "file"
        ),
        completion: .file()
    )
    var path: String?

    package init() {}

    /// Returns the file to read and how it was found, or `nil` for none.
    package func location(_ environment: [String: String]) -> ConfigurationLocation? {
        path.map { ConfigurationLocation(path: $0, origin: "--\(Self.name)") }
            ?? ConfigurationLocation.find(environment)
    }

    /// Reads the file of the option, of `ATTACHE_CONFIG` or of a default place, if any.
    ///
    /// - Parameters:
    ///   - definitions: The program's options; keys of the other program are ignored.
    ///   - environment: The process's environment.
    /// - Returns: Its values and mistakes.
    /// - Throws: `ConfigurationError` when the file cannot be read, or is not a flat mapping.
    package func read(
        _ definitions: [SettingDefinition],
        environment: [String: String]
    ) throws(ConfigurationError) -> Content {
        try location(environment)?.read(definitions) ?? Content()
    }
}

/// The path of a configuration file, and how it was found.
package struct ConfigurationLocation: Equatable, Sendable {
    /// The file for all users of the machine.
    package static let system = "/etc/attache/config.yaml"

    package let path: String
    /// The flag or variable that names it, or `default`.
    package let origin: String

    /// Returns the file of `ATTACHE_CONFIG`, or the first existing default; `nil` for none. Files are never merged.
    package static func find(
        _ environment: [String: String],
        exists: (String) -> Bool = { unsafe access($0, F_OK) == 0 }
    ) -> ConfigurationLocation? {
        let variable = SettingDefinition.variable(ConfigurationFile.name)
        if let path = environment[variable], !path.isEmpty {
            return ConfigurationLocation(path: path, origin: variable)
        }
        return defaults(environment).first(where: exists).map { ConfigurationLocation(path: $0, origin: "default") }
    }

    /// The default places in order: the user's own file, then that of the machine.
    package static func defaults(_ environment: [String: String]) -> [String] {
        let own: String? =
            // https://specifications.freedesktop.org/basedir-spec/latest/: a relative path must be ignored.
            if let base = environment["XDG_CONFIG_HOME"], base.hasPrefix("/") {
                "\(base)/attache/config.yaml"
            } else if let home = environment["HOME"], home.hasPrefix("/") {
                "\(home)/.config/attache/config.yaml"
            } else {
                nil
            }
        return [own, system].compactMap { $0 }
    }

    /// Reads the values of options by name, each with its position; keys of the other program are ignored. Throws
    /// `ConfigurationError` when the file cannot be read, or is not a flat mapping.
    package func read(_ definitions: [SettingDefinition]) throws(ConfigurationError) -> ConfigurationFile.Content {
        let known = definitions.flatMap(\.names)
        let others = ProgramKeys.all.filter { !known.contains($0) }
        let (entries, unknown) = try OptionEntries.read(path, names: known + others)
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let values = entries.filter { known.contains($0.name) }.map { entry in
            let definition = definitions.first { $0.names.contains(entry.name) }
            let text = definition?.completion.path(entry.text, below: directory) ?? entry.text
            return (name: entry.name, value: SettingValue(text: text, origin: "\(path):\(entry.line)"))
        }
        return ConfigurationFile.Content(
            values: Dictionary(grouping: values, by: \.name).mapValues { $0.map(\.value) },
            problems: unknown
        )
    }
}

/// The keys of a configuration file that only one of the programs uses; a test compares them with the settings.
package enum ProgramKeys {
    /// The settings of `attache` alone.
    package static let attache = ["center", "color", "lint-ignore"]

    /// The settings of `attached` alone.
    package static let attached = [
        "listen", "socket-mode", "host-name", "tls-certificate", "tls-key", "token-file", "allow-everybody",
        "serve-media", "serve-samples", "state", "request-limit", "batch-limit", "batch-memory-limit",
        "batches-per-client", "queue",
        "queue-per-client", "connections", "connections-per-peer", "connection-memory", "max-deadline",
        "request-timeout", "response-timeout", "idle-timeout", "drain", "drain-delay", "verdict-lifetime",
        "idempotency-lifetime", "idempotency-count", "idempotency-limit", "log-level",
    ]

    /// The settings of `attached work` alone.
    package static let fleet = [
        "nats", "nats-credentials", "nats-token-file", "nats-cacert", "nats-certificate", "nats-key", "fleet", "emit",
        "deliveries", "retry-delay", "own-verdicts", "metrics", "work-memory", "replicas", "ack-wait",
        "duplicate-window", "pending-limit", "tenant",
    ]

    static let all = attache + attached + fleet + ["log-format"]
}
