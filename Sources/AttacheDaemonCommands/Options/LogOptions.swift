import ArgumentParser
import AttacheOptions

/// How the service tells of its life, on standard error.
struct LogOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "What to log, and all that is worse: trace, debug, info, notice, warning, error or critical (default: info).",
            valueName: "level"
        )
    )
    var logLevel: String?

    @Option(
        help: ArgumentHelp(
            "How lines on standard error are written: json or text (default: json).",
            valueName: "format"
        )
    )
    var logFormat: String?

    @Option(
        help: ArgumentHelp(
            "A YAML file of option names and values; flags and ATTACHE_… variables win over it.",
            valueName: "file"
        )
    )
    var config: String?
}

extension LogOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["log-level": logLevel, "log-format": logFormat]) }
}
