extension LinkThrottle {
    /// Stands for "unlimited" where a number is needed: 1 Tbit/s, above anything a transfer reaches.
    private static let unlimitedBytesPerSecond = 125_000_000_000

    /// Imitates a link for the first request on a new connection.
    ///
    /// The round trips that the device makes before the first byte become one delay; slow start is left out, so a
    /// throttled transfer is a little faster than `LinkModel.deviceTime` says. A link that loses everything cannot be
    /// imitated by slowness: `DeviceLinkRule` refuses it before, and it becomes 1 byte a second here.
    ///
    /// - Parameters:
    ///   - link: The link to imitate.
    ///   - isTLS: Whether the URL is https; TLS 1.3's one round trip is then part of the delay.
    ///   - isNamed: Whether the URL's host is a name, which the device would look up.
    package init(emulating link: LinkModel, isTLS: Bool, isNamed: Bool) {
        let rate = link.hasTotalLoss ? 1 : link.bodyBytesPerSecond
        let roundTrips = isTLS ? 3 : 2
        self.init(
            bytesPerSecond: max(1, Int(min(rate, Double(Self.unlimitedBytesPerSecond)))),
            delay: link.roundTrip * roundTrips + (isNamed ? link.dnsDelay : .zero)
        )
    }
}
