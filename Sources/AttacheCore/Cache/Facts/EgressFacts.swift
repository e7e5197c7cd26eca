/// Writes what this machine may connect to, for fingerprints.
package enum EgressPolicyFingerprint {
    /// Writes the options of an egress policy.
    ///
    /// The machine's own addresses are left out: they come and go with every lease, and say nothing of what was asked for.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - writer: Where a value is due.
    package static func write(_ egress: EgressPolicy, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("allow-address", egress.allowedAddresses.map(text).sorted())
        writer.field("allow-port", egress.allowedPorts.sorted().map(\.description))
        writer.field("allow-host", egress.allowedHosts.map { "\($0.name) \($0.port ?? 0)" }.sorted())
        writer.field("deny-host", egress.deniedHosts.map(text).sorted())
        writer.field("deny-address", egress.deniedAddresses.map(text).sorted())
        writer.endObject()
    }

    /// No port is 0, and neither names nor blocks have spaces.
    private static func text(_ allowance: AddressAllowance) -> String { "\(allowance.block) \(allowance.port ?? 0)" }

    private static func text(_ pattern: HostPattern) -> String {
        switch pattern {
        case .exactly(let host): "= \(host)"
        case .below(let name): "*. \(name)"
        case .atOrBelow(let name): ". \(name)"
        }
    }
}
