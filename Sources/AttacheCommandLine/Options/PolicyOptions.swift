package import ArgumentParser

package struct PolicyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The extension to emulate: a policy's name, a policy file, or auto.",
            discussion: "auto selects the policy whose media keys the payload contains (default: auto).",
            valueName: "name|file|auto"
        )
    )
    package var policy: String?

    @Option(help: ArgumentHelp("A directory of policy files to add to the built-in ones.", valueName: "dir"))
    package var policies: String?

    @Option(help: ArgumentHelp("The extension's own Info.plist, for its ATS exceptions.", valueName: "file"))
    package var infoPlist: String?

    package init() {}
}

extension PolicyOptions: FlagGroup {
    package var flags: FlagValues {
        FlagValues(
            single: [
                "policy": policy,
                "policies": policies,
                "info-plist": infoPlist,
            ]
        )
    }
}

package struct DeviceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The receiving device's network: a preset's name or a file.",
            discussion: """
                Presets: wifi, wifi-ac, lte, 3g, edge, dsl, very-bad, high-latency-dns, loss-100, offline, low-data \
                (default: wifi).
                """,
            valueName: "name|file"
        )
    )
    package var network: String?

    @Option(
        help: ArgumentHelp(
            "What to do with the network's speed: model computes the device's time, throttle slows the transfer.",
            discussion: "off ignores it (default: model).",
            valueName: "model|throttle|off"
        )
    )
    package var link: String?

    @Option(
        help: ArgumentHelp(
            "Time limit of each payload, such as 30s or 500ms (default: 30s, or the policy's).",
            valueName: "time"
        )
    )
    package var deadline: String?

    package init() {}
}

extension DeviceOptions: FlagGroup {
    package var flags: FlagValues {
        FlagValues(
            single: [
                "network": network,
                "link": link,
                "deadline": deadline,
            ]
        )
    }
}

/// The options of egress. Deny beats allow; metadata addresses are always denied.
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
            "Tunnel every connection through this HTTP proxy. http_proxy and related variables are ignored.",
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
