import ArgumentParser
import AttacheCommandLine

/// How much is taken, and for how long.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The longest body of a request for one payload; longer is 413 (default: 1MiB).",
            valueName: "size"
        )
    )
    var requestLimit: String?

    @Option(help: ArgumentHelp("The longest body of a batch; longer is 413 (default: 64MiB).", valueName: "size"))
    var batchLimit: String?

    @Option(
        help: ArgumentHelp(
            "How much memory the bodies of all batches may take together; more is 503 (default: 256MiB).",
            valueName: "size"
        )
    )
    var batchMemoryLimit: String?

    @Option(help: ArgumentHelp("Batches of one client under way at once (default: 16).", valueName: "count"))
    var batchesPerClient: String?

    @Option(
        help: ArgumentHelp("Requests that may wait for their turn; more are 503 (default: 4096).", valueName: "count")
    )
    var queue: String?

    @Option(
        help: ArgumentHelp("Requests of one client that may wait; more are 429 (default: 1024).", valueName: "count")
    )
    var queuePerClient: String?

    @Option(help: ArgumentHelp("Connections at once (default: 10000).", valueName: "count"))
    var connections: String?

    @Option(
        help: ArgumentHelp(
            "The longest time that a caller may ask for; longer ones are cut to it (default: 60s).",
            valueName: "time"
        )
    )
    var maxDeadline: String?

    @Option(
        help: ArgumentHelp(
            "How long a request's body may take to arrive, or the next piece of a batch; then 408 (default: 30s).",
            valueName: "time"
        )
    )
    var requestTimeout: String?

    @Option(
        help: ArgumentHelp("How long a client may take nothing of its response (default: 30s).", valueName: "time")
    )
    var responseTimeout: String?

    @Option(help: ArgumentHelp("How long a connection may be idle (default: 75s).", valueName: "time"))
    var idleTimeout: String?

    @Option(
        help: ArgumentHelp(
            "How long requests that are under way may take to end after SIGTERM (default: 30s).",
            valueName: "time"
        )
    )
    var drain: String?

    @Option(
        help: ArgumentHelp(
            "The part of --drain in which new connections are still taken, while /readyz says 503 (default: 1s).",
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

/// What the service remembers, and for how long.
struct RetentionOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long a verdict on a URL is taken from memory before the origin is asked again (default: 60s).",
            valueName: "time"
        )
    )
    var verdictLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How long an answer is kept for its Idempotency-Key; 0s for never (default: 24h).",
            valueName: "time"
        )
    )
    var idempotencyLifetime: String?

    @Option(
        help: ArgumentHelp("Answers that are kept at most; the oldest go first (default: 100000).", valueName: "count")
    )
    var idempotencyCount: String?

    @Option(
        help: ArgumentHelp(
            "How large kept answers may be together; the oldest go first (default: 256MiB).",
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
