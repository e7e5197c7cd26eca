import AttacheCore

/// Reads the options that say what this machine may connect to.
enum EgressReader {
    /// Reads every option; what cannot be read becomes a problem that names the option and the value.
    static func read(
        _ configuration: AttacheConfiguration,
        canonicalizer: any HostCanonicalizing,
        problems: inout [String]
    ) -> EgressPolicy {
        var egress = EgressPolicy(ownAddresses: MachineAddresses.current)
        egress.allowedAddresses = collect(configuration.allowedAddresses, "allow-address", &problems) {
            text throws(EgressOptionError) in try AddressAllowance(parsing: text)
        }
        egress.allowedPorts = Set(
            collect(configuration.allowedPorts, "allow-port", &problems) { text throws(EgressOptionError) in
                try EgressPolicy.port(parsing: text)
            }
        )
        egress.allowedHosts = collect(configuration.allowedHosts, "allow-host", &problems) {
            text throws(EgressOptionError) in try HostAllowance(parsing: text, canonicalizer: canonicalizer)
        }
        egress.deniedHosts = collect(configuration.deniedHosts, "deny-host", &problems) {
            text throws(EgressOptionError) in try HostPattern(parsing: text, canonicalizer: canonicalizer)
        }
        return egress
    }

    private static func collect<Value>(
        _ texts: [String],
        _ option: String,
        _ problems: inout [String],
        _ parse: (String) throws(EgressOptionError) -> Value
    ) -> [Value] {
        texts.compactMap { text in
            do throws(EgressOptionError) {
                return try parse(text)
            } catch {
                problems.append("\(option): \(error.message)")
                return nil
            }
        }
    }
}
