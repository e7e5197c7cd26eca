/// What this machine may connect to: public addresses on the web's ports, and what the operator opens or closes.
///
/// It protects the operator and says nothing of the phone. A denial beats every allowance, and metadata services stay
/// closed whatever is allowed.
package struct EgressPolicy: Sendable, Equatable {
    /// The ports that are open without an option.
    package static let standardPorts = [443, 80]

    /// Addresses that are dialled although they are not public.
    package var allowedAddresses: [AddressAllowance]
    /// Ports that are open besides the standard ones.
    package var allowedPorts: Set<Int>
    /// Names that are looked up although they are local, and ports that are open for a name.
    package var allowedHosts: [HostAllowance]
    /// Hosts that are never contacted.
    package var deniedHosts: [HostPattern]
    /// Addresses, or ports of addresses, that are never dialled, such as those this service listens on.
    package var deniedAddresses: [AddressAllowance]
    /// Addresses of this very machine, which are no more public than loopback's, whatever their block.
    package var ownAddresses: Set<IPAddress>

    /// Creates a policy; without arguments it is the default one.
    ///
    /// - Parameters:
    ///   - allowedAddresses: Addresses that are dialled although they are not public.
    ///   - allowedPorts: Ports, 1 to 65535, besides 443 and 80.
    ///   - allowedHosts: Names that are looked up although they are local, and ports that are open for a name.
    ///   - deniedHosts: Hosts that are never contacted.
    ///   - deniedAddresses: Addresses that are never dialled; with a port, only on that port.
    ///   - ownAddresses: Addresses of this very machine.
    package init(
        allowedAddresses: [AddressAllowance] = [],
        allowedPorts: Set<Int> = [],
        allowedHosts: [HostAllowance] = [],
        deniedHosts: [HostPattern] = [],
        deniedAddresses: [AddressAllowance] = [],
        ownAddresses: Set<IPAddress> = []
    ) {
        self.allowedAddresses = allowedAddresses
        self.allowedPorts = allowedPorts
        self.allowedHosts = allowedHosts
        self.deniedHosts = deniedHosts
        self.deniedAddresses = deniedAddresses
        self.ownAddresses = ownAddresses
    }

    /// Parses a value of `--allow-port`.
    ///
    /// - Parameter value: The value as written.
    /// - Returns: 1 to 65535.
    /// - Throws: `EgressOptionError` for anything else.
    package static func port(parsing value: String) throws(EgressOptionError) -> Int {
        try EgressOptionPort.parse(value, in: value)
    }
}
