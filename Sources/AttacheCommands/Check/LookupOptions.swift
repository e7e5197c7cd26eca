import ArgumentParser
import AttacheOptions

/// How names are looked up, with `--resolve`; `--deadline` bounds each lookup.
struct LookupOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Ask this DNS server instead of the system's. Repeatable.", valueName: "address:port")
    )
    var dnsServer: [String] = []

    @Option(help: ArgumentHelp("Names looked up at once (default: 64).", valueName: "count"))
    var jobs: String?
}

extension LookupOptions: FlagGroup {
    var flags: FlagValues { FlagValues(single: ["jobs": jobs], repeated: ["dns-server": dnsServer]) }
}
