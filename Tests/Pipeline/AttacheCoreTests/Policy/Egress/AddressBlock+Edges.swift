import AttacheCore

extension AddressBlock {
    /// The first and the last address.
    var edges: (first: IPAddress, last: IPAddress) {
        switch base {
        case .v4(let bits): (base, .v4(bits | ~(UInt32.max << (32 - prefixLength))))
        case .v6(let high, let low):
            (
                base,
                .v6(
                    high: high | ~(UInt64.max << max(0, 64 - prefixLength)),
                    low: low | ~(UInt64.max << min(64, 128 - prefixLength))
                )
            )
        }
    }
}

extension IPAddress {
    /// The next address; the first follows the last.
    var successor: IPAddress {
        switch self {
        case .v4(let bits): .v4(bits &+ 1)
        case .v6(let high, let low): .v6(high: low == .max ? high &+ 1 : high, low: low &+ 1)
        }
    }

    /// The previous address; the last precedes the first.
    var predecessor: IPAddress {
        switch self {
        case .v4(let bits): .v4(bits &- 1)
        case .v6(let high, let low): .v6(high: low == 0 ? high &- 1 : high, low: low &- 1)
        }
    }
}
