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
