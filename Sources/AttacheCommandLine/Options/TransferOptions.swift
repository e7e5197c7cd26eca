package import ArgumentParser

package struct TransferOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Trust these certificate authorities instead of the system's (PEM).", valueName: "file"))
    package var cacert: String?

    @Option(
        help: ArgumentHelp("Use this DNS server instead of the system's. Repeatable.", valueName: "address:port")
    )
    package var dnsServer: [String] = []

    @Option(
        help: ArgumentHelp(
            "The directory of verified media (default: $XDG_CACHE_HOME/attache, or ~/.cache/attache).",
            discussion: "The default of attached is the subdirectory media of its --state.",
            valueName: "dir"
        )
    )
    package var store: String?

    @Option(
        help: ArgumentHelp(
            "The cache of verdicts on media: off for none, run until the end, disk across runs (default: run; disk for batch and attached).",
            discussion: "disk follows the origin's Cache-Control, Expires, ETag and Last-Modified (RFC 9111).",
            valueName: "off|run|disk"
        )
    )
    package var cache: String?

    @Option(
        help: ArgumentHelp(
            "The size limit of the store; the least recently used media are evicted first (default: 10GiB).",
            discussion: "Media that the results of a batch refer to are never evicted. --store-limit is the same.",
            valueName: "size"
        )
    )
    package var cacheLimit: String?

    @Option(help: ArgumentHelp("The same as --cache-limit.", valueName: "size", visibility: .hidden))
    package var storeLimit: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk caches a permanent failure (default: 10m).",
            valueName: "time"
        )
    )
    package var failureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "How long --cache disk caches a transient failure (default: 30s).",
            valueName: "time"
        )
    )
    package var transientFailureLifetime: String?

    @Option(
        help: ArgumentHelp(
            "Where libmagic checks types: in-process, or isolated in a sandboxed helper (default: in-process; isolated for batch and attached).",
            valueName: "where"
        )
    )
    package var typeCheck: String?

    @Option(
        help: ArgumentHelp(
            "How long a host is skipped after three consecutive failures; 0s for never (default: 30s).",
            valueName: "time"
        )
    )
    package var hostCooling: String?

    @Option(help: ArgumentHelp("The limit of concurrent payloads (default: 64).", valueName: "count"))
    package var jobs: String?

    @Option(help: ArgumentHelp("The limit of connections to one host (default: 8).", valueName: "count"))
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
