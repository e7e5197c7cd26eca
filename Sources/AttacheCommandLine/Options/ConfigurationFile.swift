import ArgumentParser
package import Attache

/// The file of `--config`: option names and values in YAML.
package struct ConfigurationFile: ParsableArguments {
    /// The option's name without dashes.
    package static let name = "config"

    @Option(
        name: .customLong(Self.name),
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables take precedence.",
            valueName: "file"
        )
    )
    var path: String?

    package init() {}

    /// Reads the file of the option or of `ATTACHE_CONFIG`, if any.
    ///
    /// - Parameters:
    ///   - definitions: The options allowed in the file.
    ///   - environment: The process's environment.
    /// - Returns: Values by option name, each with its position.
    /// - Throws: `ConfigurationError` with every mistake in the file.
    package func read(
        _ definitions: [SettingDefinition],
        environment: [String: String]
    ) throws(ConfigurationError) -> [String: [SettingValue]] {
        let variable = environment[SettingDefinition.variable(Self.name)].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = path ?? variable else { return [:] }
        let entries = try OptionEntries.read(path, names: definitions.flatMap(\.names))
        return Dictionary(grouping: entries, by: \.name).mapValues { entries in
            entries.map { SettingValue(text: $0.text, origin: "\(path):\($0.line)") }
        }
    }
}
