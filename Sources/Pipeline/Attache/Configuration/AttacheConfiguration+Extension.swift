import AttacheCore

// The settings of a pipeline and of the extensions that run beside it, as variables of their processes.

extension AttacheConfiguration {
    /// The variables of the processes of extensions, whose sessions have the network, the permitted hosts and the
    /// certificate authorities of the pipeline; those of empty values are left out.
    package var extensionVariables: [String: String] {
        var variables = [
            "ATTACHE_ALLOW_ADDRESS": allowedAddresses.joined(separator: ","),
            "ATTACHE_ALLOW_HOST": allowedHosts.joined(separator: ","),
            "ATTACHE_ALLOW_PORT": allowedPorts.joined(separator: ","),
            "ATTACHE_DNS_SERVER": dnsServers.joined(separator: ","),
            "ATTACHE_NETWORK": network,
            "ATTACHE_LINK": link.rawValue,
        ]
        variables["ATTACHE_CACERT"] = certificateAuthorityFile
        return variables.filter { !$0.value.isEmpty }
    }

    /// Creates the configuration of a pipeline in the process of an extension: the defaults, with what the variables say.
    package init(extensionVariables variables: [String: String]) {
        self.init()
        func list(_ name: String) -> [String] {
            variables[name]?.split(separator: ",").map { $0.filter { $0 != " " } } ?? []
        }
        allowedAddresses = list("ATTACHE_ALLOW_ADDRESS")
        allowedHosts = list("ATTACHE_ALLOW_HOST")
        allowedPorts = list("ATTACHE_ALLOW_PORT")
        dnsServers = list("ATTACHE_DNS_SERVER")
        network = variables["ATTACHE_NETWORK"] ?? network
        link = variables["ATTACHE_LINK"].flatMap(LinkMode.init(rawValue:)) ?? link
        certificateAuthorityFile = variables["ATTACHE_CACERT"]
        infoPlist = variables["ATTACHE_INFO_PLIST"]
    }
}
