/// An IP address of either family.
package enum IPAddress: Hashable, Sendable {
    /// An IPv4 address, first octet in the highest byte.
    case v4(UInt32)
    /// An IPv6 address in two halves, network byte order.
    case v6(high: UInt64, low: UInt64)
}
