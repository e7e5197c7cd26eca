import AttacheCommandLine

/// A setting of the service: its name and its default.
struct SettingDefinition: Sendable {
    /// The name of the option, without dashes; also its key in the file.
    let name: String
    /// The default as written in the file; `nil` for none, or for one that depends on the machine.
    let defaultValue: String?
    var isRepeated = false
    /// Whether a part of its value is hidden.
    var isSecret = false

    init(_ name: String, _ defaultValue: String? = nil, isRepeated: Bool = false, isSecret: Bool = false) {
        self.name = name
        self.defaultValue = defaultValue
        self.isRepeated = isRepeated
        self.isSecret = isSecret
    }

    /// All settings in order of display.
    static let all = service + limits + memory + pipeline + log

    /// All names that the file may contain.
    static var names: [String] { all.map(\.name) + ["store-limit"] }

    /// Returns unknown `ATTACHE_…` variables, such as misspelt ones, in alphabetical order.
    static func unknownVariables(in environment: [String: String]) -> [String] {
        // Variables of the program `attache` are known too.
        let known = Set((names + ["config", "color"]).map { SettingLookup.variable($0) })
        return environment.keys.filter { $0.hasPrefix("ATTACHE_") && !known.contains($0) }.sorted()
    }
}

extension SettingDefinition {
    /// Listening and authentication.
    static let service = [
        SettingDefinition("listen", "127.0.0.1:8420"),
        SettingDefinition("socket-mode", "0660"),
        SettingDefinition("host-name", isRepeated: true),
        SettingDefinition("tls-certificate"),
        SettingDefinition("tls-key"),
        SettingDefinition("token-file"),
        SettingDefinition("allow-everybody", "false"),
        SettingDefinition("serve-media", "false"),
        SettingDefinition("state"),
    ]

    /// Limits and timeouts.
    static let limits = [
        SettingDefinition("request-limit", "1MiB"),
        SettingDefinition("batch-limit", "64MiB"),
        SettingDefinition("batch-memory-limit", "256MiB"),
        SettingDefinition("batches-per-client", "16"),
        SettingDefinition("queue", "4096"),
        SettingDefinition("queue-per-client", "1024"),
        SettingDefinition("connections", "10000"),
        SettingDefinition("max-deadline", "60s"),
        SettingDefinition("request-timeout", "30s"),
        SettingDefinition("response-timeout", "30s"),
        SettingDefinition("idle-timeout", "75s"),
        SettingDefinition("drain", "30s"),
        SettingDefinition("drain-delay", "1s"),
    ]

    /// Caches and stored responses.
    static let memory = [
        SettingDefinition("verdict-lifetime", "60s"),
        SettingDefinition("idempotency-lifetime", "24h"),
        SettingDefinition("idempotency-count", "100000"),
        SettingDefinition("idempotency-limit", "256MiB"),
    ]

    /// The pipeline; shared with `attache`, with the defaults of a service.
    static let pipeline = [
        SettingDefinition("policy", "auto"),
        SettingDefinition("policies"),
        SettingDefinition("info-plist"),
        SettingDefinition("network", "wifi"),
        SettingDefinition("link", "model"),
        SettingDefinition("deadline"),
        SettingDefinition("allow-address", isRepeated: true),
        SettingDefinition("allow-port", isRepeated: true),
        SettingDefinition("allow-host", isRepeated: true),
        SettingDefinition("deny-host", isRepeated: true),
        // It may contain a user name and password.
        SettingDefinition("proxy", isSecret: true),
        SettingDefinition("cacert"),
        SettingDefinition("dns-server", isRepeated: true),
        SettingDefinition("store"),
        SettingDefinition("cache", "disk"),
        SettingDefinition("cache-limit", "10GiB"),
        SettingDefinition("failure-lifetime", "10m"),
        SettingDefinition("transient-failure-lifetime", "30s"),
        SettingDefinition("type-check", "isolated"),
        SettingDefinition("host-cooling", "30s"),
        SettingDefinition("jobs", "64"),
        SettingDefinition("per-host", "8"),
    ]

    static let log = [
        SettingDefinition("log-level", "info"),
        SettingDefinition("log-format", "json"),
    ]
}
