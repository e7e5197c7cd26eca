/// An IP address of either family.
package enum IPAddress: Hashable, Sendable {
    /// An IPv4 address, first octet in the highest byte.
    case v4(UInt32)
    /// An IPv6 address in two halves, network byte order.
    case v6(high: UInt64, low: UInt64)
}

extension IPAddress {
    /// The number of bits of an address of this family: 32 or 128.
    package var bitWidth: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }
    /// The IPv4 address that a mapped IPv6 address (`::ffff:0:0/96`) stands for; any other address itself.
    package var unmapped: IPAddress {
        guard case .v6(high: 0, let low) = self, low >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }
}
