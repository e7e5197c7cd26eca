extension Network {
    /// The built-in networks, in the order of listings.
    ///
    /// Apple publishes no table of its Network Link Conditioner; unless a preset notes otherwise, its numbers are the
    /// transcriptions of that tool's presets which agree with each other (WebRTC's `network_emulator`, public notes).
    package static let presets: [Network] = [
        wifi, wifiAC, lte, threeG, edge, dsl, veryBad, highLatencyDNS, loss100, offline, lowData,
    ]

    /// Returns the built-in network of this name; case-sensitive.
    package static func named(_ name: String) -> Network? {
        presets.first { $0.name == name }
    }

    /// "WiFi": 40 and 33 Mbit/s, 1 ms each way.
    package static let wifi = Network(name: "wifi", kind: .wifi, link: rates(40_000, 33_000, 1, 1))

    /// "Wi-Fi 802.11ac": 250 and 100 Mbit/s, 1 ms each way.
    ///
    /// Transcriptions differ (150 to 250 and 70 to 100 Mbit/s). These are the upper ends; at either end a permitted
    /// attachment arrives within seconds, so no result changes.
    package static let wifiAC = Network(name: "wifi-ac", kind: .wifi, link: rates(250_000, 100_000, 1, 1))

    /// "LTE": 50 and 10 Mbit/s, 50 ms down and 65 ms up.
    ///
    /// Transcriptions agree on the delays; the rates differ (30 to 50 and 5 to 10 Mbit/s), and these are the upper
    /// ends.
    package static let lte = Network(
        name: "lte",
        kind: .cellular,
        isExpensive: true,
        link: rates(50_000, 10_000, 50, 65)
    )

    /// "3G": 780 and 330 kbit/s, 100 ms each way.
    package static let threeG = Network(name: "3g", kind: .cellular, isExpensive: true, link: rates(780, 330, 100, 100))

    /// "Edge": 240 and 200 kbit/s, 400 ms down and 440 ms up.
    package static let edge = Network(name: "edge", kind: .cellular, isExpensive: true, link: rates(240, 200, 400, 440))

    /// "DSL": 2 Mbit/s and 256 kbit/s, 5 ms each way; the phone's own link is Wi-Fi.
    package static let dsl = Network(name: "dsl", kind: .wifi, link: rates(2_000, 256, 5, 5))

    /// "Very Bad Network": 1 Mbit/s, 500 ms and 10 % loss each way.
    ///
    /// Transcriptions contradict each other; the delay is that of the majority. The tool does not define the kind of
    /// link; it is Wi-Fi here, so that cellular rules do not interfere.
    package static let veryBad = Network(name: "very-bad", kind: .wifi, link: rates(1_000, 1_000, 500, 500, loss: 0.1))

    /// "High Latency DNS": 3 s for each name lookup, otherwise unlimited.
    package static let highLatencyDNS = Network(
        name: "high-latency-dns",
        kind: .wifi,
        link: LinkModel(dnsDelay: .seconds(3))
    )

    /// "100% Loss": a connected link that loses every packet.
    package static let loss100 = Network(name: "loss-100", kind: .wifi, link: LinkModel(lossDown: 1, lossUp: 1))

    /// No link, as in flight mode; not a preset of Apple's tool.
    package static let offline = Network(name: "offline", kind: .none, link: LinkModel(lossDown: 1, lossUp: 1))

    /// The link of `wifi` with Low Data Mode on; not a preset of Apple's tool.
    package static let lowData = Network(name: "low-data", kind: .wifi, isConstrained: true, link: wifi.link)

    /// Returns the model of a link: rates in kbit/s and delays in ms, down and up, and the loss in each direction.
    private static func rates(_ down: Double, _ up: Double, _ delayDown: Int, _ delayUp: Int, loss: Double = 0)
        -> LinkModel
    {
        LinkModel(
            downBitsPerSecond: down * 1000,
            upBitsPerSecond: up * 1000,
            delayDown: .milliseconds(delayDown),
            delayUp: .milliseconds(delayUp),
            lossDown: loss,
            lossUp: loss
        )
    }
}
