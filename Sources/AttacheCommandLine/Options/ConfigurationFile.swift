import ArgumentParser
package import Attache

/// The file of `--config`: option names and values in YAML.
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
            discussion: "Relative paths in it are relative to its directory.",
            valueName: "file"
        ),
        completion: .file()
    )
    var path: String?

    package init() {}

    /// Reads the file of the option or of `ATTACHE_CONFIG`, if any.
    ///
    /// - Parameters:
    ///   - definitions: The options allowed in the file.
    ///   - environment: The process's environment.
    /// - Returns: Its values and mistakes.
    /// - Throws: `ConfigurationError` when the file cannot be read, or is not a flat mapping.
    package func read(
        _ definitions: [SettingDefinition],
        environment: [String: String]
    ) throws(ConfigurationError) -> Content {
        let variable = environment[SettingDefinition.variable(Self.name)].flatMap { $0.isEmpty ? nil : $0 }
        guard let path = path ?? variable else { return Content() }
        let (entries, unknown) = try OptionEntries.read(path, names: definitions.flatMap(\.names))
        let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let values = entries.map { entry in
            let definition = definitions.first { $0.names.contains(entry.name) }
            let text = definition?.completion.path(entry.text, below: directory) ?? entry.text
            return (name: entry.name, value: SettingValue(text: text, origin: "\(path):\(entry.line)"))
        }
        return Content(
            values: Dictionary(grouping: values, by: \.name).mapValues { $0.map(\.value) },
            problems: unknown
        )
    }
}
