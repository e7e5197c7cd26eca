/// A value of `--allow-host`: a name that is looked up although it is local, or a port that is opened for a name.
package struct HostAllowance: Hashable, Sendable {
    /// The name as an A-label.
    package let name: String
    /// The port that is opened for the name; a local name is open on this port only.
    package let port: Int?

    /// Creates an allowance.
    ///
    /// - Parameters:
    ///   - name: An A-label in lower case without a trailing full stop.
    ///   - port: 1 to 65535, or `nil` for every allowed port.
    package init(name: String, port: Int? = nil) {
        self.name = name
        self.port = port
    }

    /// Parses `NAME[:PORT]`.
    ///
    /// - Parameters:
    ///   - value: The value as written; the name may be internationalised.
    ///   - canonicalizer: Maps internationalised names.
    /// - Throws: `EgressOptionError` when it is no name, or has an unusable port.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(EgressOptionError) {
        let nameText = value.prefix { $0 != ":" }
        switch HostPattern.host(nameText, in: value, canonicalizer: canonicalizer) {
        case .name(let name)?:
            var port: Int?
            if nameText.endIndex < value.endIndex {
                port = try EgressOptionPort.parse(value[nameText.endIndex...].dropFirst(), in: value)
            }
            self.init(name: name, port: port)
        case .address?: throw EgressOptionError(value, "is an address; open it with --allow-address")
        case nil:
            if IPAddress(parsing: value) != nil || value.hasPrefix("[") {
                throw EgressOptionError(value, "is an address; open it with --allow-address")
            }
            throw EgressOptionError(
                value,
                "is not a host name with an optional port, such as media or cdn.example:8443"
            )
        }
    }
}
