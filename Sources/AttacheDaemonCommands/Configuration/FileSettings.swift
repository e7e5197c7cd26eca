import AttacheOptions
import Configuration

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
