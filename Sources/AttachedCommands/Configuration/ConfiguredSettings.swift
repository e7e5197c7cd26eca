import AttacheCommandLine
import AttacheSystem
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

/// The configuration file as a provider of swift-configuration.
///
/// Its own YAML provider knows no lines, and takes keys that mean nothing; here a misspelt key is an error that names its
/// line, and the place of each value is where that value was said.
struct FileSettings: ConfigProvider, ConfigSnapshot {
    /// The values by name, each with its place.
    let settings: [String: [Setting]]

    var providerName: String { "file" }

    func value(forKey key: AbsoluteConfigKey, type: ConfigType) throws -> LookupResult {
        let name = key.components.joined(separator: ".")
        guard let found = settings[name], let last = found.last else {
            return LookupResult(encodedKey: name, value: nil)
        }
        let content: ConfigContent? =
            switch type {
            case .string: .string(last.text)
            case .stringArray: .stringArray(found.map(\.text))
            default: nil
            }
        return LookupResult(encodedKey: last.origin, value: content.map { ConfigValue($0, isSecret: false) })
    }

    func fetchValue(forKey key: AbsoluteConfigKey, type: ConfigType) async throws -> LookupResult {
        try value(forKey: key, type: type)
    }

    func watchValue<Return: ~Copyable>(
        forKey key: AbsoluteConfigKey,
        type: ConfigType,
        updatesHandler: (
            _ updates: ConfigUpdatesAsyncSequence<Result<LookupResult, any Error>, Never>
        ) async throws -> Return
    ) async throws -> Return {
        try await watchValueFromValue(forKey: key, type: type, updatesHandler: updatesHandler)
    }

    func snapshot() -> any ConfigSnapshot { self }

    func watchSnapshot<Return: ~Copyable>(
        updatesHandler: (_ updates: ConfigUpdatesAsyncSequence<any ConfigSnapshot, Never>) async throws -> Return
    ) async throws -> Return {
        try await watchSnapshotFromSnapshot(updatesHandler: updatesHandler)
    }
}

/// Learns from swift-configuration which provider a value came from.
final class OriginRecorder: AccessReporter {
    /// The name of the provider that holds the flags.
    static let flags = "flags"

    private let last = Locked<String?>(nil)

    func report(_ event: AccessEvent) {
        let origin = event.providerResults.lazy.compactMap { answer -> String? in
            guard case .success(let found) = answer.result, found.value != nil else { return nil }
            // A variable's key is its name, and the file's is its line.
            return answer.providerName.contains(Self.flags) ? "--\(found.encodedKey)" : found.encodedKey
        }.first
        last.withLock { $0 = origin }
    }

    /// Where the value that was asked for last was said, and forgets it.
    func takeOrigin() -> String? {
        last.withLock { origin in
            defer { origin = nil }
            return origin
        }
    }
}
