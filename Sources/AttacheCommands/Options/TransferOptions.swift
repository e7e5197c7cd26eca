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
            "How large the store may grow; the least recently used media go first (default: 10GiB).",
            valueName: "size"
        )
    )
    var storeLimit: String?

    @Option(
        help: ArgumentHelp(
            "Where libmagic looks at bytes: in-process, or isolated in a locked-in helper (default: in-process).",
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
