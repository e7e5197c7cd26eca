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
    /// - Throws: `ConfigurationError` for anything else.
    package static func port(parsing value: String) throws(ConfigurationError) -> Int {
        try EgressOptionPort.parse(value, in: value)
    }
}

extension EgressPolicy {
    /// Judges every address of a host at once: one that must not be dialled refuses the whole answer, since whoever
    /// mixes them may be steering a second lookup to it.
    ///
    /// - Parameters:
    ///   - addresses: The whole answer of a lookup, or the one address a URL names.
    ///   - host: The host they belong to.
    ///   - port: The port to dial.
    /// - Returns: The same addresses in the same order, or one reason: `egress.address-denied`, `url.port`,
    ///   `egress.mixed-answers`, or `fetch.host-not-found` for an empty answer.
    package func judge(addresses: [IPAddress], host: MediaHost, port: Int) -> AddressVerdict {
        if !addresses.isEmpty, addresses.allSatisfy({ finding($0, host: host, port: port) == .permitted }) {
            return .permitted(addresses)
        }
        let findings = addresses.map { finding($0, host: host, port: port) }
        guard let first = addresses.first, let firstRefusal = findings.first(where: { $0 != .permitted }) else {
            return .refused([Reason(.fetchHostNotFound, "The host \(host) has no address.")])
        }
        let refusedCount = findings.count { $0 != .permitted }
        if refusedCount == addresses.count { return .refused([reason(firstRefusal, first, host: host, port: port)]) }
        return .refused([
            Reason(
                .egressMixedAnswers,
                "\(refusedCount) of the \(addresses.count) addresses of \(host) must not be dialled"
                    + " (\(firstRefusal.words)), so none is.",
                fix: "Let the name resolve to public addresses only."
            )
        ])
    }

    /// Judges the one address of a socket.
    ///
    /// - Parameters:
    ///   - address: The address that is about to be dialled, or was.
    ///   - host: The host it belongs to.
    ///   - port: The port of the socket.
    /// - Returns: `egress.address-denied` or `url.port`, or `nil`.
    package func refusal(dialling address: IPAddress, host: MediaHost, port: Int) -> Reason? {
        let finding = finding(address, host: host, port: port)
        return finding == .permitted ? nil : reason(finding, address, host: host, port: port)
    }

    /// Decides on one address; the order of the questions makes denials beat allowances.
    private func finding(_ written: IPAddress, host: MediaHost, port: Int) -> AddressFinding {
        if denies(written, port: port) { return .denied }
        // A mapped address dials the IPv4 address, so allowances are those of IPv4.
        let address = written.unmapped
        let addressClass = AddressRegistry.classify(written)
        if addressClass == .publicUnicast {
            if equivalentAddresses(of: written).contains(where: ownAddresses.contains),
                !allowedAddresses.contains(where: { $0.block.contains(address) })
            {
                return .own
            }
            let isOpened = allowedAddresses.contains { $0.port == port && $0.block.contains(address) }
            return isOpened || isOpen(port, for: host) ? .permitted : .portClosed
        }
        if AddressRegistry.isMetadata(written) { return .refused(.metadata) }
        let allowances = allowedAddresses.filter { $0.block.contains(address) }
        if allowances.contains(where: { $0.port == port || ($0.port == nil && isOpen(port, for: host)) }) {
            return .permitted
        }
        if let other = allowances.lazy.compactMap(\.port).first { return .otherPort(other) }
        if !allowances.isEmpty { return .portClosed }
        return allowsInternalAddress(host, port: port, addressClass) ? .permitted : .refused(addressClass)
    }

    /// Whether the operator denies an address as it is, or the IPv4 address that a gateway would dial for it.
    private func denies(_ address: IPAddress, port: Int) -> Bool {
        guard !deniedAddresses.isEmpty || !deniedHosts.isEmpty else { return false }
        return equivalentAddresses(of: address).contains { spelling in
            deniedAddresses.contains { $0.covers(spelling, port: port) }
                || deniedHosts.contains(.exactly(.address(spelling)))
        }
    }

    /// An address as it is, and the IPv4 address that a gateway would dial for it.
    private func equivalentAddresses(of address: IPAddress) -> [IPAddress] {
        guard case .v6(let high, let low) = address, let embedded = EmbeddedIPv4(high: high, low: low) else {
            return [address.unmapped]
        }
        return [address, .v4(embedded.address)]
    }

    /// A local name is answered by the operator's own network, so allowing it allows the internal addresses it has.
    /// Whoever runs a public name could point it inside; there the addresses have to be allowed as such.
    private func allowsInternalAddress(_ host: MediaHost, port: Int, _ addressClass: AddressClass) -> Bool {
        guard addressClass.isInternal, case .name(let name) = host, LocalName.contains(name) else { return false }
        return allows(name, port: port) && isOpen(port, for: host)
    }

    private func reason(_ finding: AddressFinding, _ address: IPAddress, host: MediaHost, port: Int) -> Reason {
        if finding == .portClosed { return closedPortReason(port) }
        // What a name resolved to is not repeated: the one who sent the URL may be asking just that.
        let subject = if case .address = host { "\(address)" } else { "An address of \(host)" }
        let fix =
            switch finding {
            case .refused(.metadata): "Publish the media on a public host; no option opens this address."
            case .denied: "Publish the media on another host."
            default: "Publish the media on a public host, or open the address with --allow-address."
            }
        return Reason(.egressAddressDenied, "\(subject) must not be dialled: \(finding.words).", fix: fix)
    }
}

extension EgressPolicy {
    /// Judges the host of a URL by its name, before anything is looked up.
    ///
    /// - Parameters:
    ///   - host: The host.
    ///   - port: The port, since an allowance may be for one port only.
    /// - Returns: `egress.host-denied` for what the operator denies, `url.host-local` for a local name that is not
    ///   allowed; empty when there is nothing against it.
    package func hostRefusals(_ host: MediaHost, port: Int) -> [Reason] {
        var reasons: [Reason] = []
        if deniedHosts.contains(where: { $0.matches(host) }) {
            reasons.append(
                Reason(
                    .egressHostDenied,
                    "The operator denies the host \(host).",
                    fix: "Publish the media on another host, or remove the --deny-host that covers it."
                )
            )
        }
        if case .name(let name) = host, LocalName.contains(name), !allows(name, port: port) {
            let option = allowedHosts.contains { $0.name == name } ? "\(name):\(port)" : name
            reasons.append(
                Reason(
                    .urlHostLocal,
                    "The host \(name) is a local name, which no phone outside that network can resolve.",
                    fix: "Publish the media under a public name, or open this one with --allow-host \(option)."
                )
            )
        }
        return reasons
    }

    /// Whether an allowance names a host, for this port or for every port.
    func allows(_ name: String, port: Int) -> Bool {
        allowedHosts.contains { $0.name == name && ($0.port == nil || $0.port == port) }
    }
}

extension EgressPolicy {
    /// Judges the port of a URL before anything is looked up.
    ///
    /// A port that is open for some addresses only passes for a name, whose addresses are not known yet, and is judged
    /// again with them.
    ///
    /// - Parameters:
    ///   - port: The port to dial.
    ///   - host: The host to dial it on.
    /// - Returns: `url.port`, or `nil`.
    package func portRefusal(_ port: Int, host: MediaHost) -> Reason? {
        if isOpen(port, for: host) { return nil }
        let opensForAddresses = allowedAddresses.contains { allowance in
            guard allowance.port == port else { return false }
            if case .address(let address) = host { return allowance.covers(address.unmapped, port: port) }
            return true
        }
        return opensForAddresses ? nil : closedPortReason(port)
    }

    /// Whether a port is open for a host whatever its address is.
    func isOpen(_ port: Int, for host: MediaHost) -> Bool {
        if Self.standardPorts.contains(port) || allowedPorts.contains(port) { return true }
        guard case .name(let name) = host else { return false }
        return allowedHosts.contains { $0.port == port && $0.name == name }
    }

    /// The reason for a port that is not open.
    func closedPortReason(_ port: Int) -> Reason {
        Reason(
            .urlPort,
            "Port \(port) is not one media are fetched from; open are 443, 80 and those the operator allows.",
            fix: "Publish the media on port 443, or open the port with --allow-port \(port)."
        )
    }
}
