package import ArgumentParser

/// What this machine may connect to. Deny beats allow; metadata addresses stay denied whatever is allowed.
package struct EgressOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Allow a block of addresses that is denied by default; with a port, that port too. Repeatable.",
            valueName: "cidr[:port]"
        )
    )
    package var allowAddress: [String] = []

    @Option(help: ArgumentHelp("Allow a port besides 80 and 443. Repeatable.", valueName: "port"))
    package var allowPort: [String] = []

    @Option(
        help: ArgumentHelp(
            "Allow a host, an internal single-label name too; with a port, that port too. Repeatable.",
            valueName: "name[:port]"
        )
    )
    package var allowHost: [String] = []

    @Option(help: ArgumentHelp("Deny a host; .example.com denies every host below it. Repeatable.", valueName: "name"))
    package var denyHost: [String] = []

    @Option(
        help: ArgumentHelp(
            "Reach every origin through this HTTP proxy, as a tunnel. Proxy variables are not obeyed.",
            valueName: "http://host:port"
        )
    )
    package var proxy: String?

    package init() {}
}

extension EgressOptions: FlagGroup {
    package var flags: FlagValues {
        FlagValues(
            single: [
                "proxy": proxy
            ],
            repeated: [
                "allow-address": allowAddress,
                "allow-port": allowPort,
                "allow-host": allowHost,
                "deny-host": denyHost,
            ]
        )
    }
}
