import ArgumentParser
import AttacheOptions

/// How much is taken, and for how long.
struct LimitOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The longest body of a request for one payload (default: 1MiB).", valueName: "size"))
    var requestLimit: String?

    @Option(help: ArgumentHelp("The longest body of a batch (default: 64MiB).", valueName: "size"))
    var batchLimit: String?

    @Option(
        help: ArgumentHelp("What is in memory of all batches under way together (default: 256MiB).", valueName: "size")
    )
    var batchMemoryLimit: String?

    @Option(help: ArgumentHelp("Batches of one client under way at once (default: 16).", valueName: "count"))
    var batchesPerClient: String?

    @Option(help: ArgumentHelp("Requests that may wait for their turn (default: 4096).", valueName: "count"))
    var queue: String?

    @Option(help: ArgumentHelp("Requests of one client that may wait (default: 1024).", valueName: "count"))
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
            "How long a request's body may take to arrive, or the next piece of a batch (default: 30s).",
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
            "How long what is under way may take to end after SIGTERM (default: 30s).",
            valueName: "time"
        )
    )
    var drain: String?

    @Option(
        help: ArgumentHelp(
            "How much of that connections are still taken, while others learn that it is not ready (default: 1s).",
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
