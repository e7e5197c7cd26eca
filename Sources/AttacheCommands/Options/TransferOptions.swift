import ArgumentParser

/// How media are downloaded and kept.
struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Trust these certificate authorities instead of the system's (PEM).", valueName: "file"))
    var cacert: String?

    @Option(
        help: ArgumentHelp("Ask this DNS server instead of the system's. Repeatable.", valueName: "address:port")
    )
    var dnsServer: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where verified media are kept (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            valueName: "dir"
        )
    )
    var store: String?

    @Option(
        help: ArgumentHelp(
            "What is remembered of media: off nothing, run until the end, disk from run to run (default: run; disk for batch).",
            discussion: "disk obeys the origin's Cache-Control, Expires, ETag and Last-Modified (RFC 9111).",
            valueName: "off|run|disk"
        )
    )
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "How large the store may grow; the least recently used media go first (default: 10GiB).",
            discussion: "Never what the results of a batch point at. --store-limit is the same.",
            valueName: "size"
        )
    )
    var cacheLimit: String?

    @Option(help: ArgumentHelp("The same as --cache-limit.", valueName: "size", visibility: .hidden))
    var storeLimit: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk takes a failure for granted that a later try cannot help (default: 10m).",
            valueName: "time"
        )
    )
    var failureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk takes a failure for granted that may pass (default: 30s).",
            valueName: "time"
        )
    )
    var transientFailureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "Where libmagic looks at bytes: in-process, or isolated in a locked-in helper (default: in-process; isolated for batch).",
            valueName: "where"
        )
    )
    var typeCheck: String?

    @Option(
        help: ArgumentHelp(
            "How long a host that failed three times in a row is left alone; 0s for never (default: 30s).",
            valueName: "time"
        )
    )
    var hostCooling: String?

    @Option(help: ArgumentHelp("Payloads worked on at once (default: 64).", valueName: "count"))
    var jobs: String?

    @Option(help: ArgumentHelp("Connections to one host at once (default: 8).", valueName: "count"))
    var perHost: String?
}
