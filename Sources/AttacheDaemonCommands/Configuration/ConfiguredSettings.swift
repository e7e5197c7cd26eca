import AttacheOptions
import Configuration

/// Finds what was said about the service's settings: flag before `ATTACHE_…` variable before file.
struct ConfiguredSettings: SettingSource {
    private let reader: ConfigReader
    private let origins = OriginRecorder()

    /// Puts the providers in their order.
    ///
    /// - Parameters:
    ///   - flags: What the command line says.
    ///   - environment: The process's environment; empty variables say nothing.
    ///   - file: Values of the configuration file by option name.
    init(flags: FlagValues, environment: [String: String], file: [String: [Setting]]) {
        let repeated = Set(SettingDefinition.all.filter(\.isRepeated).map(\.name))
        var values: [AbsoluteConfigKey: ConfigValue] = [:]
        for (name, texts) in flags.values {
            guard let last = texts.last else { continue }
            let content: ConfigContent = repeated.contains(name) ? .stringArray(texts) : .string(last)
            values[AbsoluteConfigKey([name])] = ConfigValue(content, isSecret: false)
        }
        reader = ConfigReader(
            providers: [
                InMemoryProvider(name: OriginRecorder.flags, values: values),
                EnvironmentVariablesProvider(environmentVariables: environment.filter { !$0.value.isEmpty })
                    .prefixKeys(with: ["attache"]),
                FileSettings(settings: file),
            ],
            accessReporter: origins
        )
    }

    func value(_ name: String) -> Setting? {
        guard let text = reader.string(forKey: ConfigKey([name])) else { return nil }
        return Setting(text: text, origin: origins.takeOrigin() ?? name)
    }

    func values(_ name: String) -> [Setting] {
        guard let texts = reader.stringArray(forKey: ConfigKey([name])) else { return [] }
        let origin = origins.takeOrigin() ?? name
        return texts.filter { !$0.isEmpty }.map { Setting(text: $0, origin: origin) }
    }
}
