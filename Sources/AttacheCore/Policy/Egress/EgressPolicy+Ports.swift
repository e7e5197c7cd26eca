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
