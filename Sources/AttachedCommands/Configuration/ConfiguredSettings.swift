import AttacheCommandLine
import AttacheSystem
import Configuration

/// The lookup of service settings: a flag wins over an `ATTACHE_…` variable, and a variable over the file.
struct ConfiguredSettings: SettingSource {
    private let reader: ConfigReader
    private let origins = OriginRecorder()

    /// Creates the lookup from flags, environment, in which empty variables count as unset, and file values by option
    /// name.
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
/// The library's own YAML provider has no line numbers and accepts unknown keys; here an unknown key is an error that
/// names its line, and each value has its line as origin.
struct FileSettings: ConfigProvider, ConfigSnapshot {
    /// The values by option name, each with its origin.
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

/// Records which provider of swift-configuration a value came from.
final class OriginRecorder: AccessReporter {
    static let flags = "flags"

    private let last = Locked<String?>(nil)

    func report(_ event: AccessEvent) {
        let origin = event.providerResults.lazy.compactMap { answer -> String? in
            guard case .success(let found) = answer.result, found.value != nil else { return nil }
            // The key of a variable is its name; that of a file value is its line.
            return answer.providerName.contains(Self.flags) ? "--\(found.encodedKey)" : found.encodedKey
        }.first
        last.withLock { $0 = origin }
    }

    /// Returns and clears the origin of the last value that was read.
    func takeOrigin() -> String? {
        last.withLock { origin in
            defer { origin = nil }
            return origin
        }
    }
}
