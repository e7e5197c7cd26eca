/// Writes what a network is like, for fingerprints.
package enum NetworkFacts {
    /// Writes a network.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - writer: Where a value is due.
    package static func write(_ network: Network, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fact("name", network.name)
        writer.fact("kind", network.kind.rawValue)
        writer.fact("expensive", network.isExpensive)
        writer.fact("constrained", network.isConstrained)
        writer.fact("down", network.link.downBitsPerSecond)
        writer.fact("up", network.link.upBitsPerSecond)
        writer.fact("delay-down", network.link.delayDown)
        writer.fact("delay-up", network.link.delayUp)
        writer.fact("loss-down", network.link.lossDown)
        writer.fact("loss-up", network.link.lossUp)
        writer.fact("dns-delay", network.link.dnsDelay)
        writer.endObject()
    }
}
