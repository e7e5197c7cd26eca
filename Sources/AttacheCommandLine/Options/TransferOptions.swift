package import ArgumentParser

/// How media are downloaded and kept.
package struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Trust these certificate authorities instead of the system's (PEM).", valueName: "file"))
    package var cacert: String?

    @Option(
        help: ArgumentHelp("Ask this DNS server instead of the system's. Repeatable.", valueName: "address:port")
    )
    package var dnsServer: [String] = []

    @Option(
        help: ArgumentHelp(
            "Where verified media are kept (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            discussion: "The default of attached is the directory media in its --state.",
            valueName: "dir"
        )
    )
    package var store: String?

    @Option(
        help: ArgumentHelp(
            "What is remembered of media: off nothing, run until the end, disk from run to run (default: run; disk for batch and attached).",
            discussion: "disk obeys the origin's Cache-Control, Expires, ETag and Last-Modified (RFC 9111).",
            valueName: "off|run|disk"
        )
    )
    package var cache: String?

    @Option(
        help: ArgumentHelp(
            "How large the store may grow; the least recently used media go first (default: 10GiB).",
            discussion: "Never what the results of a batch point at. --store-limit is the same.",
            valueName: "size"
        )
    )
    package var cacheLimit: String?

    @Option(help: ArgumentHelp("The same as --cache-limit.", valueName: "size", visibility: .hidden))
    package var storeLimit: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk takes a failure for granted that a later try cannot help (default: 10m).",
            valueName: "time"
        )
    )
    package var failureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk takes a failure for granted that may pass (default: 30s).",
            valueName: "time"
        )
    )
    package var transientFailureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "Where libmagic looks at bytes: in-process, or isolated in a locked-in helper (default: in-process; isolated for batch and attached).",
            valueName: "where"
        )
    )
    package var typeCheck: String?

    @Option(
        help: ArgumentHelp(
            "How long a host that failed three times in a row is left alone; 0s for never (default: 30s).",
            valueName: "time"
        )
    )
    package var hostCooling: String?

    @Option(help: ArgumentHelp("Payloads that load media at once (default: 64).", valueName: "count"))
    package var jobs: String?

    @Option(help: ArgumentHelp("Connections to one host at once (default: 8).", valueName: "count"))
    package var perHost: String?

    package init() {}
}

extension TransferOptions: FlagGroup {
    package var flags: FlagValues {
        FlagValues(
            single: [
                "cacert": cacert,
                "store": store,
                "cache": cache,
                "cache-limit": cacheLimit,
                "store-limit": storeLimit,
                "failure-lifetime": failureLifetime,
                "transient-failure-lifetime": transientFailureLifetime,
                "type-check": typeCheck,
                "host-cooling": hostCooling,
                "jobs": jobs,
                "per-host": perHost,
            ],
            repeated: [
                "dns-server": dnsServer
            ]
        )
    }
}
