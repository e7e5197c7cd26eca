import Attache
import AttacheCommandLine
import AttacheDatabase
import AttacheServer

/// Limits and timeouts.
enum LimitSettings: SettingGroup {
    static let settings: [Setting<ServiceSettings>] = [
        Setting(
            "request-limit",
            \.configuration.requestLimit,
            .size,
            help: "Maximum body of a request for one payload; a longer one gets 413."
        ),
        Setting(
            "batch-limit",
            \.configuration.batchLimit,
            .size,
            help: "Maximum body of a batch; a longer one gets 413."
        ),
        Setting(
            "batch-memory-limit",
            \.configuration.batchMemoryLimit,
            .size,
            help: "Maximum memory of the bodies of all batches; beyond it, batches get 503."
        ),
        Setting(
            "batches-per-client",
            \.configuration.batchesPerClient,
            .count(1...1_000_000),
            help: "Maximum concurrent batches per client."
        ),
        Setting(
            "queue",
            \.configuration.queue.waiting,
            .count(0...1_000_000),
            help: "Maximum waiting requests; more get 503."
        ),
        Setting(
            "queue-per-client",
            \.configuration.queue.waitingPerClient,
            .count(0...1_000_000),
            help: "Maximum waiting requests per client; more get 429."
        ),
        Setting(
            "connections",
            \.configuration.connectionLimit,
            .count(1...1_000_000),
            help: "Maximum number of connections."
        ),
        Setting(
            "max-deadline",
            \.configuration.maximumTimeout,
            .time(),
            help: "Maximum timeout of a payload; longer requested ones are shortened to it."
        ),
        Setting(
            "request-timeout",
            \.configuration.requestTimeout,
            .time(),
            help: "Timeout of a request body, or of the next chunk of a batch; then 408."
        ),
        Setting(
            "response-timeout",
            \.configuration.responseTimeout,
            .time(),
            help: "Timeout of a client that does not read its response."
        ),
        Setting(
            "idle-timeout",
            \.configuration.idleTimeout,
            .time(),
            help: "Timeout of an idle connection."
        ),
        Setting(
            "drain",
            \.configuration.drainTimeout,
            .time(atLeast: .zero),
            help: "Timeout of requests in progress after SIGTERM."
        ),
        Setting(
            "drain-delay",
            \.configuration.drainDelay,
            .time(atLeast: .zero),
            help: "Part of --drain in which new connections are still accepted, while /readyz returns 503."
        ),
    ]
}

/// Caches and stored responses.
enum RetentionSettings: SettingGroup {
    static let settings: [Setting<ServiceSettings>] = [
        Setting(
            "verdict-lifetime",
            \.configuration.attache.verdictLifetime,
            .time(atLeast: .zero),
            help: "How long a verdict on a URL is cached in memory."
        ),
        Setting(
            "idempotency-lifetime",
            \.configuration.idempotencyLimits.lifetime,
            .time(atLeast: .zero),
            help: "How long a response is stored for its Idempotency-Key; 0s turns this off."
        ),
        Setting(
            "idempotency-count",
            \.configuration.idempotencyLimits.count,
            .count(1...100_000_000),
            help: "Maximum stored responses; the oldest go first."
        ),
        Setting(
            "idempotency-limit",
            \.configuration.idempotencyLimits.byteCount,
            .size,
            help: "Maximum size of all stored responses; the oldest are removed first."
        ),
    ]
}
