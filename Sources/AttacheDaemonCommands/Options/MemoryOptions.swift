import ArgumentParser
import AttacheOptions

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
