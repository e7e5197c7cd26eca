package import ArgumentParser

/// What the receiving device's network is like, and how much time there is.
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
            "Time for each payload, such as 30s or 500ms (default: 30s, or the policy's).",
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
