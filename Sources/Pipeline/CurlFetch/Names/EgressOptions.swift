package import AttacheCore

/// The allowed and denied places of an egress policy as texts of a configuration.
package struct EgressOptions: Sendable {
    /// The texts of one option, with the name by which problems call it.
    package typealias Texts = (name: String, values: [String])

    private let addresses: Texts
    private let ports: Texts
    private let hosts: Texts
    private let denied: Texts

    package init(addresses: Texts, ports: Texts, hosts: Texts, denied: Texts = ("denied", [])) {
        self.addresses = addresses
        self.ports = ports
        self.hosts = hosts
        self.denied = denied
    }

    /// Reads every value; an unreadable one becomes a problem with the option's name.
    ///
    /// - Parameters:
    ///   - canonicalizer: The canonical form of host names.
    ///   - problems: Receives a sentence for each unreadable value.
    /// - Returns: The policy of this machine with what could be read.
    package func policy(canonicalizer: any HostCanonicalizing, problems: inout [String]) -> EgressPolicy {
        var egress = EgressPolicy(ownAddresses: MachineAddresses.current)
        egress.allowedAddresses = Self.collect(addresses, &problems) { text throws(ConfigurationError) in
            try AddressAllowance(parsing: text)
        }
        egress.allowedPorts = Set(
            Self.collect(ports, &problems) { text throws(ConfigurationError) in try EgressPolicy.port(parsing: text) }
        )
        egress.allowedHosts = Self.collect(hosts, &problems) { text throws(ConfigurationError) in
            try HostAllowance(parsing: text, canonicalizer: canonicalizer)
        }
        egress.deniedHosts = Self.collect(denied, &problems) { text throws(ConfigurationError) in
            try HostPattern(parsing: text, canonicalizer: canonicalizer)
        }
        return egress
    }

    private static func collect<Value>(
        _ texts: Texts,
        _ problems: inout [String],
        _ parse: (String) throws(ConfigurationError) -> Value
    ) -> [Value] {
        texts.values.compactMap { text in
            do throws(ConfigurationError) {
                return try parse(text)
            } catch {
                problems += error.problems.map { "\(texts.name): \($0)" }
                return nil
            }
        }
    }
}
