extension ServiceKey {
    /// Where the service listens, and who is let in.
    static let service = [
        ServiceKey("listen", "127.0.0.1:8420"),
        ServiceKey("socket-mode", "0660"),
        ServiceKey("host-name", isRepeated: true),
        ServiceKey("tls-certificate"),
        ServiceKey("tls-key"),
        ServiceKey("token-file"),
        ServiceKey("allow-everybody", "false"),
        ServiceKey("serve-media", "false"),
        ServiceKey("state"),
    ]

    /// How much is taken, and for how long.
    static let limits = [
        ServiceKey("request-limit", "1MiB"),
        ServiceKey("batch-limit", "64MiB"),
        ServiceKey("batch-memory-limit", "256MiB"),
        ServiceKey("batches-per-client", "16"),
        ServiceKey("queue", "4096"),
        ServiceKey("queue-per-client", "1024"),
        ServiceKey("connections", "10000"),
        ServiceKey("max-deadline", "60s"),
        ServiceKey("request-timeout", "30s"),
        ServiceKey("response-timeout", "30s"),
        ServiceKey("idle-timeout", "75s"),
        ServiceKey("drain", "30s"),
        ServiceKey("drain-delay", "1s"),
    ]

    /// What is remembered.
    static let memory = [
        ServiceKey("verdict-lifetime", "60s"),
        ServiceKey("idempotency-lifetime", "24h"),
        ServiceKey("idempotency-count", "100000"),
        ServiceKey("idempotency-limit", "256MiB"),
    ]

    /// How payloads are worked on; the same as for `attache`, with the defaults of a service.
    static let pipeline = [
        ServiceKey("policy", "auto"),
        ServiceKey("policies"),
        ServiceKey("info-plist"),
        ServiceKey("network", "wifi"),
        ServiceKey("link", "model"),
        ServiceKey("deadline"),
        ServiceKey("allow-address", isRepeated: true),
        ServiceKey("allow-port", isRepeated: true),
        ServiceKey("allow-host", isRepeated: true),
        ServiceKey("deny-host", isRepeated: true),
        // It may carry a user's name and password.
        ServiceKey("proxy", isSecret: true),
        ServiceKey("cacert"),
        ServiceKey("dns-server", isRepeated: true),
        ServiceKey("store"),
        ServiceKey("cache", "disk"),
        ServiceKey("cache-limit", "10GiB"),
        ServiceKey("failure-lifetime", "10m"),
        ServiceKey("transient-failure-lifetime", "30s"),
        ServiceKey("type-check", "isolated"),
        ServiceKey("host-cooling", "30s"),
        ServiceKey("jobs", "64"),
        ServiceKey("per-host", "8"),
    ]

    /// How the service tells of its life.
    static let log = [
        ServiceKey("log-level", "info"),
        ServiceKey("log-format", "json"),
    ]
}
