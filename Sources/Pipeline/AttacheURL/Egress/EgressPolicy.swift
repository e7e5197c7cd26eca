/// Addresses, ports and hosts that this machine may connect to: public addresses on the web's ports, and the operator's
/// exceptions.
///
/// It protects the operator and is independent of the phone. A denial overrides every allowance, and metadata services
/// stay closed.
package struct EgressPolicy: Sendable, Equatable {
    /// Ports open by default.
    package static let standardPorts = [443, 80]

    /// Addresses that may be dialled although they are not public.
    package var allowedAddresses: [AddressAllowance]
    /// Ports, 1 to 65535, open besides the standard ones.
    package var allowedPorts: Set<Int>
    /// Local names that may be looked up, and ports opened for a name.
    package var allowedHosts: [HostAllowance]
    /// Hosts that are never contacted.
    package var deniedHosts: [HostPattern]
    /// Addresses that are never dialled, such as those this service listens on; with a port, only on that port.
    package var deniedAddresses: [AddressAllowance]
    /// Addresses of this machine, which are treated as internal, like loopback, in any block.
    package var ownAddresses: Set<IPAddress>

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
    /// Checks all addresses of a host together: one that must not be dialled refuses the whole answer, since a mixed
    /// answer may prepare a DNS rebinding attack.
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
                "Connections to \(refusedCount) of the \(addresses.count) addresses of \(host) are blocked "
                    + "(\(firstRefusal.words)), so Attache makes none.",
                fix: "Let the name resolve to public addresses only."
            )
        ])
    }

    /// Returns `egress.address-denied` or `url.port` if a socket must not be opened to this address of the host.
    package func refusal(dialling address: IPAddress, host: MediaHost, port: Int) -> Reason? {
        let finding = finding(address, host: host, port: port)
        return finding == .permitted ? nil : reason(finding, address, host: host, port: port)
    }

    /// Whether the operator has opened a host, by its address or by its name. The addresses of a name are not known here,
    /// so an opened address speaks for every name.
    package func opens(_ host: MediaHost) -> Bool {
        switch host {
        case .address(let address): allowedAddresses.contains { $0.block.contains(address.unmapped) }
        case .name(let name): !allowedAddresses.isEmpty || allowedHosts.contains { $0.name == name }
        }
    }

    /// Decides on one address; denials are checked before allowances.
    private func finding(_ written: IPAddress, host: MediaHost, port: Int) -> AddressFinding {
        if denies(written, port: port) { return .denied }
        // A mapped address dials the IPv4 address, so IPv4 allowances apply.
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

    /// Whether the operator denies an address, or the IPv4 address that a gateway would dial for it.
    private func denies(_ address: IPAddress, port: Int) -> Bool {
        guard !deniedAddresses.isEmpty || !deniedHosts.isEmpty else { return false }
        return equivalentAddresses(of: address).contains { spelling in
            deniedAddresses.contains { $0.covers(spelling, port: port) }
                || deniedHosts.contains(.exactly(.address(spelling)))
        }
    }

    /// Returns an address and the IPv4 address that a gateway would dial for it.
    private func equivalentAddresses(of address: IPAddress) -> [IPAddress] {
        guard case .v6(let high, let low) = address, let embedded = EmbeddedIPv4(high: high, low: low) else {
            return [address.unmapped]
        }
        return [address, .v4(embedded.address)]
    }

    /// Whether an allowance of a local name covers an internal address: the operator's own network resolves such names.
    /// A public name could be pointed at internal addresses by its owner, so those need an allowance of their own.
    private func allowsInternalAddress(_ host: MediaHost, port: Int, _ addressClass: AddressClass) -> Bool {
        guard addressClass.isInternal, case .name(let name) = host, LocalName.contains(name) else { return false }
        return allows(name, port: port) && isOpen(port, for: host)
    }

    private func reason(_ finding: AddressFinding, _ address: IPAddress, host: MediaHost, port: Int) -> Reason {
        if finding == .portClosed { return closedPortReason(port, host) }
        // The resolved address is not disclosed: the sender of the URL may be probing the network.
        let subject = if case .address = host { "\(address)" } else { "an address of \(host)" }
        let fix =
            switch finding {
            case .refused(.metadata): "Publish the media on a public host; no option opens this address."
            case .denied: "Publish the media on another host."
            default:
                if case .address(let address) = host {
                    "Publish the media on a public host, or open the address with \(Self.option(address, port))."
                } else {
                    "Publish the media on a public host, or open the address with --allow-address."
                }
            }
        return Reason(.egressAddressDenied, "Connections to \(subject) are blocked: \(finding.words).", fix: fix)
    }
}

extension EgressPolicy {
    /// Returns the reasons against a host name before it is looked up: `egress.host-denied` for a denied host,
    /// `url.host-local` for a local name that is not allowed on this port.
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
            let isNarrow = allowedHosts.contains { $0.name == name } || !Self.standardPorts.contains(port)
            let option = isNarrow ? "\(name):\(port), which opens host and port" : name
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
    package func allows(_ name: String, port: Int) -> Bool {
        allowedHosts.contains { $0.name == name && ($0.port == nil || $0.port == port) }
    }

    /// Returns `url.port` if a port is closed, before anything is looked up. A port that is open for some addresses
    /// only passes for a name and is checked again after the lookup.
    package func portRefusal(_ port: Int, host: MediaHost) -> Reason? {
        if isOpen(port, for: host) { return nil }
        let opensForAddresses = allowedAddresses.contains { allowance in
            guard allowance.port == port else { return false }
            if case .address(let address) = host { return allowance.covers(address.unmapped, port: port) }
            return true
        }
        return opensForAddresses ? nil : closedPortReason(port, host)
    }

    /// Whether a port is open for every address of a host.
    package func isOpen(_ port: Int, for host: MediaHost) -> Bool {
        if Self.standardPorts.contains(port) || allowedPorts.contains(port) { return true }
        guard case .name(let name) = host else { return false }
        return allowedHosts.contains { $0.port == port && $0.name == name }
    }

    func closedPortReason(_ port: Int, _ host: MediaHost) -> Reason {
        let option =
            switch host {
            case .name(let name) where LocalName.contains(name):
                "host and port with --allow-host \(name):\(port)"
            case .address(let address) where AddressRegistry.classify(address) != .publicUnicast:
                "address and port with \(Self.option(address, port))"
            default: "the port with --allow-port \(port)"
            }
        return Reason(
            .urlPort,
            "Port \(port) is not open for media; open ports are 443, 80 and those the operator allows.",
            fix: "Publish the media on port 443, or open \(option)."
        )
    }

    /// The option that opens an address, and a port that is closed by default.
    private static func option(_ address: IPAddress, _ port: Int) -> String {
        guard !standardPorts.contains(port) else { return "--allow-address \(address)" }
        if case .v6 = address { return "--allow-address [\(address)]:\(port)" }
        return "--allow-address \(address):\(port)"
    }
}
