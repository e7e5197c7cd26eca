/// An IPv4 address that an IPv6 address carries.
package struct EmbeddedIPv4: Hashable, Sendable {
    /// Embedding of the IPv4 address.
    package enum Form: String, Sendable, CaseIterable {
        /// `::ffff:0:0/96`, the IPv4 address itself on an IPv6 socket (RFC 4291 §2.5.5.2).
        case mapped
        /// `::/96`, deprecated (RFC 4291 §2.5.5.1).
        case compatible
        /// `::ffff:0:0:0/96` (RFC 2765 §2.1).
        case translated
        /// `64:ff9b::/96`; a gateway dials the IPv4 address (RFC 6052 §2.1).
        case nat64
        /// An interface identifier of `0:5efe` or `200:5efe` under any prefix (RFC 5214 §6.1).
        case isatap

        /// Whether addresses of this form may be dialled when the IPv4 address may.
        package var isAdmitted: Bool {
            switch self {
            case .mapped, .nat64, .isatap: true
            case .compatible, .translated: false
            }
        }
    }

    package let form: Form
    package let address: UInt32

    /// Finds an IPv4 address in one of the forms above; `high` and `low` are the halves of the IPv6 address.
    package init?(high: UInt64, low: UInt64) {
        guard let form = Self.form(high: high, low: low) else { return nil }
        self.form = form
        address = UInt32(truncatingIfNeeded: low)
    }

    private static func form(high: UInt64, low: UInt64) -> Form? {
        // The universal bit of the identifier may be set.
        if (low >> 32) & ~0x0200_0000 == 0x5EFE { return .isatap }
        if high == 0x0064_FF9B_0000_0000, low >> 32 == 0 { return .nat64 }
        guard high == 0 else { return nil }
        switch low >> 32 {
        case 0xFFFF: return .mapped
        case 0xFFFF_0000: return .translated
        // :: and ::1 are special-purpose addresses.
        case 0: return low > 1 ? .compatible : nil
        default: return nil
        }
    }

    /// Returns every IPv4 address that a gateway or tunnel could extract from the halves of an IPv6 address, also in
    /// forms that are refused as a whole; empty for nearly every address.
    package static func candidates(high: UInt64, low: UInt64) -> [UInt32] {
        var found: [UInt32] = []
        if let embedded = EmbeddedIPv4(high: high, low: low) { found.append(embedded.address) }
        if high >> 48 == 0x2002 {
            // 6to4: the router's address follows the prefix (RFC 3056 §2).
            found.append(UInt32(truncatingIfNeeded: high >> 16))
        }
        if high >> 32 == 0x2001_0000 {
            // Teredo: the server, and the client with its bits inverted (RFC 4380 §4).
            found += [UInt32(truncatingIfNeeded: high), ~UInt32(truncatingIfNeeded: low)]
        }
        if high >> 16 == 0x0064_FF9B_0001 {
            // Local NAT64: the operator chooses the length of the prefix, 48, 56, 64 or 96 (RFC 6052 §2.2); bits 64 to
            // 71 stay empty.
            found += [
                UInt32(truncatingIfNeeded: (high & 0xFFFF) << 16 | (low >> 40) & 0xFFFF),
                UInt32(truncatingIfNeeded: (high & 0xFF) << 24 | (low >> 32) & 0xFF_FFFF),
                UInt32(truncatingIfNeeded: low >> 24),
                UInt32(truncatingIfNeeded: low),
            ]
        }
        return found
    }
}
