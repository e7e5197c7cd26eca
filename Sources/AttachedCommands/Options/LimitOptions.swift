import ArgumentParser
import AttacheCommandLine

/// The options for limits and timeouts.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum body of a request for one payload; a longer one gets 413 (default: 1MiB).",
            valueName: "size"
        )
    )
    var requestLimit: String?

    @Option(help: ArgumentHelp("Maximum body of a batch; a longer one gets 413 (default: 64MiB).", valueName: "size"))
    var batchLimit: String?

    @Option(
        help: ArgumentHelp(
            "Maximum memory of the bodies of all batches; beyond it, batches get 503 (default: 256MiB).",
            valueName: "size"
        )
    )
    var batchMemoryLimit: String?

    @Option(help: ArgumentHelp("Maximum concurrent batches per client (default: 16).", valueName: "count"))
    var batchesPerClient: String?

    @Option(
        help: ArgumentHelp("Maximum waiting requests; more get 503 (default: 4096).", valueName: "count")
    )
    var queue: String?

    @Option(
        help: ArgumentHelp("Maximum waiting requests per client; more get 429 (default: 1024).", valueName: "count")
    )
    var queuePerClient: String?

    @Option(help: ArgumentHelp("Maximum number of connections (default: 10000).", valueName: "count"))
    var connections: String?

    @Option(
        help: ArgumentHelp(
            "Maximum timeout of a payload; longer requested ones are shortened to it (default: 60s).",
            valueName: "time"
        )
    )
    var maxDeadline: String?

    @Option(
        help: ArgumentHelp(
            "Timeout of a request body, or of the next chunk of a batch; then 408 (default: 30s).",
            valueName: "time"
        )
    )
    var requestTimeout: String?

    @Option(
        help: ArgumentHelp("Timeout of a client that does not read its response (default: 30s).", valueName: "time")
    )
    var responseTimeout: String?

    @Option(help: ArgumentHelp("Timeout of an idle connection (default: 75s).", valueName: "time"))
    var idleTimeout: String?

    @Option(
        help: ArgumentHelp(
            "Timeout of requests in progress after SIGTERM (default: 30s).",
            valueName: "time"
        )
    )
    var drain: String?

    @Option(
        help: ArgumentHelp(
            "Part of --drain in which new connections are still accepted, while /readyz returns 503 (default: 1s).",
            valueName: "time"
        )
    )
    var drainDelay: String?
}

extension LimitOptions: FlagGroup {
    var flags: FlagValues {
        FlagValues(single: [
            "request-limit": requestLimit,
            "batch-limit": batchLimit,
            "batch-memory-limit": batchMemoryLimit,
            "batches-per-client": batchesPerClient,
            "queue": queue,
            "queue-per-client": queuePerClient,
            "connections": connections,
            "max-deadline": maxDeadline,
            "request-timeout": requestTimeout,
            "response-timeout": responseTimeout,
            "idle-timeout": idleTimeout,
            "drain": drain,
            "drain-delay": drainDelay,
        ])
    }
}

/// The options for caches and stored responses.
struct RetentionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long a verdict on a URL is cached in memory (default: 60s).",
            valueName: "time"
        )
    )
    var verdictLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How long a response is stored for its Idempotency-Key; 0s turns this off (default: 24h).",
            valueName: "time"
        )
    )
    var idempotencyLifetime: String?

    @Option(
        help: ArgumentHelp("Maximum stored responses; the oldest go first (default: 100000).", valueName: "count")
    )
    var idempotencyCount: String?

    @Option(
        help: ArgumentHelp(
            "Maximum size of all stored responses; the oldest are removed first (default: 256MiB).",
            valueName: "size"
        )
    )
    var idempotencyLimit: String?
}

extension RetentionOptions: FlagGroup {
    var flags: FlagValues {
        FlagValues(single: [
            "verdict-lifetime": verdictLifetime,
            "idempotency-lifetime": idempotencyLifetime,
            "idempotency-count": idempotencyCount,
            "idempotency-limit": idempotencyLimit,
        ])
    }
}
