/// Rate, delay and loss of a link, in each direction; the default is unlimited and lossless.
package struct LinkModel: Sendable, Equatable {
    /// Rate towards the device in bit/s, above 0, or `nil` when unlimited.
    package var downBitsPerSecond: Double?
    /// Rate from the device in bit/s, above 0, or `nil` when unlimited.
    package var upBitsPerSecond: Double?
    /// One-way delay towards the device.
    package var delayDown: Duration = .zero
    /// One-way delay from the device.
    package var delayUp: Duration = .zero
    /// Packet loss towards the device, 0 to 1.
    package var lossDown: Double = 0
    /// Packet loss from the device, 0 to 1.
    package var lossUp: Double = 0
    /// Additional time of each name lookup.
    package var dnsDelay: Duration = .zero

    /// A link without limits, delays and losses.
    package static let ideal = LinkModel()

    package var roundTrip: Duration { delayDown + delayUp }

    /// Whether all packets are lost in at least one direction.
    package var hasTotalLoss: Bool { lossDown >= 1 || lossUp >= 1 }

    /// Payload bytes in a full TCP segment on an Ethernet path: 1500 less 40 bytes of IP and TCP header.
    package static let segmentByteCount = 1460
    /// Bytes in flight before the first acknowledgement: ten segments (RFC 6928).
    package static let initialWindowByteCount = 10 * segmentByteCount
    /// The constant of Mathis, Semke, Mahdavi and Ott (1997) for a sender that acknowledges every packet: √(3/2).
    private static let mathisConstant = 1.22

    /// Computes the time that the receiving device would have taken for a transfer measured here.
    ///
    /// ```
    /// device time = lookups × DNS delay
    ///             + new connections × RTT                                 TCP handshake
    ///             + TLS 1.3 connections × RTT + older TLS × 2 RTT
    ///             + requests × RTT + think time
    ///             + transfer
    /// RTT         = delay down + delay up
    /// think time  = measured first byte − measured connect, at least 0    processing time of the origin; an address
    ///               that did not connect is left out
    /// rate        = the smaller of down rate / 8 and 1460 × 1.22 / (RTT × √loss) bytes/s (Mathis)
    /// transfer    : a window of 10 × 1460 bytes a round trip doubles each round trip while it is smaller than
    ///               rate × RTT (slow start); the rest then arrives at the rate
    /// ```
    ///
    /// The first window's flight time is the request's own round trip. The loss is that towards the device, the direction
    /// of the body. Header bytes, the request's own bytes and retransmitted handshakes are small and ignored.
    ///
    /// - Parameters:
    ///   - timing: The measured times of one hop, or the sum of several.
    ///   - byteCount: Total size in bytes of the bodies that the device would load, 0 or more.
    ///   - lookupCount: The number of name lookups; 0 where the URL names an address.
    /// - Returns: The time on the device, or `nil` when the transfer would never complete.
    package func deviceTime(for timing: TransferTiming, byteCount: Int, lookupCount: Int) -> Duration? {
        guard !hasTotalLoss else { return nil }
        let roundTrips =
            timing.connectionCount
            + timing.tlsConnectionCount
            + 2 * timing.oldTLSConnectionCount
            + timing.requestCount
        let connect = timing.connect - timing.unfinishedConnect
        let thinkTime = max(.zero, timing.firstByte - connect)
        return dnsDelay * lookupCount + roundTrip * roundTrips + thinkTime + transferTime(byteCount: byteCount)
    }

    /// Rate of a body after slow start in bytes/s; infinite when unlimited.
    package var bodyBytesPerSecond: Double {
        let linkRate = downBitsPerSecond.map { $0 / 8 } ?? .infinity
        let seconds = roundTrip.milliseconds / 1000
        guard lossDown > 0, seconds > 0 else { return linkRate }
        return min(linkRate, Double(Self.segmentByteCount) * Self.mathisConstant / (seconds * lossDown.squareRoot()))
    }

    /// Time from the first byte of a body to its last; zero where the rate is unlimited and one window holds the body.
    private func transferTime(byteCount: Int) -> Duration {
        let rate = bodyBytesPerSecond
        let seconds = roundTrip.milliseconds / 1000
        var left = Double(byteCount)
        var window = Double(Self.initialWindowByteCount)
        var flights = 0
        // With a round trip of 0 there is no slow start, and infinity × 0 is undefined.
        while seconds > 0, window < rate * seconds, left > window {
            left -= window
            window *= 2
            flights += 1
        }
        return roundTrip * flights + .seconds(left / rate)
    }
}

extension LinkThrottle {
    /// A numeric stand-in for "unlimited": 1 Tbit/s, more than any transfer reaches.
    private static let unlimitedBytesPerSecond = 125_000_000_000

    /// Imitates a link for the first request on a new connection.
    ///
    /// The device's round trips before the first byte become one delay; slow start is left out, so a throttled transfer
    /// is a little faster than `LinkModel.deviceTime`. A link with total loss cannot be imitated: `DeviceLinkRule`
    /// refuses it earlier, and here it becomes 1 byte/s.
    ///
    /// - Parameters:
    ///   - link: The link to imitate.
    ///   - isTLS: Whether the URL is https; the delay then includes TLS 1.3's one round trip.
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

/// Limits on the real transfer that imitate the receiving device's link.
package struct LinkThrottle: Sendable, Equatable {
    /// Rate limit of the body in bytes/s, at least 1.
    package var bytesPerSecond: Int
    /// Delay before the request is sent, for the device's round trips.
    package var delay: Duration
}
