/// How fast, how far and how lossy a link is, in each direction.
package struct LinkModel: Sendable, Equatable {
    /// Bits a second towards the device, above 0, or `nil` when unlimited.
    package var downBitsPerSecond: Double?
    /// Bits a second from the device, above 0, or `nil` when unlimited.
    package var upBitsPerSecond: Double?
    /// How long a packet travels towards the device.
    package var delayDown: Duration
    /// How long a packet travels from the device.
    package var delayUp: Duration
    /// The share of packets that are lost towards the device, 0 to 1.
    package var lossDown: Double
    /// The share of packets that are lost from the device, 0 to 1.
    package var lossUp: Double
    /// How much longer each name lookup takes.
    package var dnsDelay: Duration

    /// Creates a link; what is left out neither slows nor loses anything.
    ///
    /// - Parameters:
    ///   - downBitsPerSecond: Bits a second towards the device, above 0; `nil` is unlimited.
    ///   - upBitsPerSecond: Bits a second from the device, above 0; `nil` is unlimited.
    ///   - delayDown: How long a packet travels towards the device.
    ///   - delayUp: How long a packet travels from the device.
    ///   - lossDown: The share of packets lost towards the device, 0 to 1.
    ///   - lossUp: The share of packets lost from the device, 0 to 1.
    ///   - dnsDelay: How much longer each name lookup takes.
    package init(
        downBitsPerSecond: Double? = nil,
        upBitsPerSecond: Double? = nil,
        delayDown: Duration = .zero,
        delayUp: Duration = .zero,
        lossDown: Double = 0,
        lossUp: Double = 0,
        dnsDelay: Duration = .zero
    ) {
        self.downBitsPerSecond = downBitsPerSecond
        self.upBitsPerSecond = upBitsPerSecond
        self.delayDown = delayDown
        self.delayUp = delayUp
        self.lossDown = lossDown
        self.lossUp = lossUp
        self.dnsDelay = dnsDelay
    }

    /// The round-trip time: the delays of both directions.
    package var roundTrip: Duration { delayDown + delayUp }

    /// Whether nothing sent over the link ever arrives, in one direction at least.
    package var hasTotalLoss: Bool { lossDown >= 1 || lossUp >= 1 }
}

extension LinkModel {
    /// Bytes of payload in a full TCP segment on an Ethernet path: 1500 less 40 bytes of IP and TCP header.
    package static let segmentByteCount = 1460
    /// Bytes a sender may have under way before the first acknowledgement: ten segments (RFC 6928).
    package static let initialWindowByteCount = 10 * segmentByteCount
    /// The constant of Mathis, Semke, Mahdavi and Ott (1997) for a sender that acknowledges every packet: √(3/2).
    private static let mathisConstant = 1.22

    /// How long the receiving device would have taken for what was measured here.
    ///
    /// ```
    /// device time = lookups × DNS delay
    ///             + new connections × RTT                                 TCP handshake
    ///             + TLS 1.3 connections × RTT + older TLS × 2 RTT
    ///             + requests × RTT + think time
    ///             + transfer
    /// RTT         = delay down + delay up
    /// think time  = measured first byte − measured connect, at least 0    what the origin itself needs
    /// rate        = the smaller of down rate / 8 and 1460 × 1.22 / (RTT × √loss) bytes/s (Mathis)
    /// transfer    : a window of 10 × 1460 bytes a round trip doubles each round trip while it is smaller than
    ///               rate × RTT (slow start); what is left then arrives at the rate
    /// ```
    ///
    /// The first window's flight time is the request's own round trip. The loss is that towards the device, where the
    /// body travels. Left out, and small beside these: header bytes, the request's own bytes, retransmitted handshakes.
    ///
    /// - Parameters:
    ///   - timing: What was measured here, of one hop or of several added up.
    ///   - byteCount: The bytes of all bodies that the device would load, 0 or more.
    ///   - lookupCount: How many host names the device would look up; 0 where the URL names an address.
    /// - Returns: The time on the device, or `nil` when it would never get there.
    package func deviceTime(for timing: TransferTiming, byteCount: Int, lookupCount: Int) -> Duration? {
        guard !hasTotalLoss else { return nil }
        let roundTrips =
            timing.connectionCount
            + timing.tlsConnectionCount
            + 2 * timing.oldTLSConnectionCount
            + timing.requestCount
        let thinkTime = max(.zero, timing.firstByte - timing.connect)
        return dnsDelay * lookupCount + roundTrip * roundTrips + thinkTime + transferTime(byteCount: byteCount)
    }

    /// The bytes a second that a body can arrive at, once the sender is up to speed; infinite when nothing limits it.
    package var bodyBytesPerSecond: Double {
        let linkRate = downBitsPerSecond.map { $0 / 8 } ?? .infinity
        let seconds = roundTrip.milliseconds / 1000
        guard lossDown > 0, seconds > 0 else { return linkRate }
        return min(linkRate, Double(Self.segmentByteCount) * Self.mathisConstant / (seconds * lossDown.squareRoot()))
    }

    /// How long a body takes from its first byte to its last.
    ///
    /// - Parameter byteCount: The body's bytes, 0 or more.
    /// - Returns: The time; zero where nothing limits the rate and one window holds the body.
    private func transferTime(byteCount: Int) -> Duration {
        let rate = bodyBytesPerSecond
        let seconds = roundTrip.milliseconds / 1000
        var left = Double(byteCount)
        var window = Double(Self.initialWindowByteCount)
        var flights = 0
        // Without a round trip there is nothing to wait for, and infinity × 0 has no answer.
        while seconds > 0, window < rate * seconds, left > window {
            left -= window
            window *= 2
            flights += 1
        }
        return roundTrip * flights + .seconds(left / rate)
    }
}

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

/// How the real transfer is slowed to imitate the receiving device's link.
package struct LinkThrottle: Sendable, Equatable {
    /// Bytes a second the body may take, at least 1.
    package var bytesPerSecond: Int
    /// Delay before the request is sent, for the round trips the device would make.
    package var delay: Duration

    /// Creates a throttle.
    ///
    /// - Parameters:
    ///   - bytesPerSecond: Bytes a second, at least 1.
    ///   - delay: Delay before the request is sent.
    package init(bytesPerSecond: Int, delay: Duration) {
        self.bytesPerSecond = bytesPerSecond
        self.delay = delay
    }
}
