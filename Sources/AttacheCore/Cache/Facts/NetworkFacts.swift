/// Writes what a network is like, for fingerprints.
package enum NetworkFingerprint {
    /// Writes a network.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - writer: Where a value is due.
    package static func write(_ network: Network, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", network.name)
        writer.field("kind", network.kind.rawValue)
        writer.field("expensive", network.isExpensive)
        writer.field("constrained", network.isConstrained)
        writer.field("down", network.link.downBitsPerSecond)
        writer.field("up", network.link.upBitsPerSecond)
        writer.field("delay-down", network.link.delayDown)
        writer.field("delay-up", network.link.delayUp)
        writer.field("loss-down", network.link.lossDown)
        writer.field("loss-up", network.link.lossUp)
        writer.field("dns-delay", network.link.dnsDelay)
        writer.endObject()
    }
}
