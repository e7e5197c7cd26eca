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
