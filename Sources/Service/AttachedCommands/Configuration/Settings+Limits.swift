import Attache
import AttacheCommandLine
import AttacheDatabase
import AttacheServer

extension ServiceConfiguration: SettingTarget {}

/// Limits and timeouts.
enum LimitSettings: SettingGroup {
    static let drain = Setting("drain", \ServiceConfiguration.drainTimeout, .time(atLeast: .zero)) {
        "Time for requests in progress to finish after SIGTERM."
    }

    static let drainDelay = Setting("drain-delay", \ServiceConfiguration.drainDelay, .time(atLeast: .zero)) {
        "Part of --drain in which new connections are still accepted, while /readyz returns 503."
    }

    static let settings: [Setting<ServiceConfiguration>] = [
        Setting("request-limit", \.requestLimit, .size) {
            "Maximum body of a request for one payload, which may itself have 64KiB; a longer body gets 413."
        },
        Setting("batch-limit", \.batchLimit, .size) { "Maximum body of a batch; a longer body gets 413." },
        Setting("batch-memory-limit", \.batchMemoryLimit, .size) {
            "Maximum memory for the bodies of all batches; beyond it, batches get 503."
        },
        Setting("batches-per-client", \.batchesPerClient, .count(1...1_000_000)) {
            "Maximum concurrent batches per client."
        },
        Setting("queue", \.queue.waiting, .count(0...1_000_000)) { "Maximum waiting requests; more get 503." },
        Setting("queue-per-client", \.queue.waitingPerClient, .count(0...1_000_000)) {
            "Maximum waiting requests per client; more get 429."
        },
        Setting("connections", \.connectionLimit, .count(1...1_000_000)) { "Maximum number of connections." },
        Setting("connections-per-peer", \.connectionsPerPeer, SettingKind<Int>.count(1...1_000_000).optional) {
            "Maximum connections from one address of another machine; more get 503. Default: half of --connections."
        },
        Setting("connection-memory", \.connectionMemoryLimit, .size) {
            "Maximum memory for responses that clients have not read; beyond it, new connections get 503."
        },
        Setting("max-deadline", \.maximumTimeout, .time()) {
            "Maximum timeout of a payload; a longer requested one is shortened to it."
        },
        Setting("request-timeout", \.requestTimeout, .time()) {
            "Timeout of a request body, or of the next chunk of a batch; then the client gets 408."
        },
        Setting("response-timeout", \.responseTimeout, .time()) {
            "Timeout of a client that does not read its response."
        },
        Setting("idle-timeout", \.idleTimeout, .time()) { "Timeout of an idle connection." },
        drain, drainDelay,
    ]
}

/// Caches and stored responses.
enum RetentionSettings: SettingGroup {
    static let settings: [Setting<ServiceConfiguration>] = [
        Setting("verdict-lifetime", \.attache.verdictLifetime, .time(atLeast: .zero)) {
            "How long a verdict on a URL is cached in memory."
        },
        Setting("idempotency-lifetime", \.idempotencyLimits.lifetime, .time(atLeast: .zero)) {
            "How long a response is stored for its Idempotency-Key; 0s turns this off."
        },
        Setting("idempotency-count", \.idempotencyLimits.count, .count(1...100_000_000)) {
            "Maximum number of stored responses; the oldest are removed first."
        },
        Setting("idempotency-limit", \.idempotencyLimits.byteCount, .size) {
            "Maximum size of all stored responses; the oldest are removed first."
        },
    ]
}
