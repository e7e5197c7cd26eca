/// What decides about media besides policy and network, and stays the same for a whole run.
package struct FingerprintInputs: Sendable {
    /// What is done with the network's speed.
    package var link: LinkMode
    /// What this machine may connect to.
    package var egress: EgressPolicy
    /// The digest of the file of trusted authorities, or `nil` for the system's.
    package var authorities: String?
    /// The proxy as it was given, or `nil`.
    package var proxy: String?
    /// The DNS servers in the order in which they are asked; empty for the system's.
    package var nameServers: [String]
    /// The version of the product: another one may judge otherwise.
    package var version: String

    /// Creates the facts.
    ///
    /// - Parameters:
    ///   - link: What is done with the network's speed.
    ///   - egress: What this machine may connect to.
    ///   - authorities: The digest of the file of trusted authorities.
    ///   - proxy: The proxy as it was given.
    ///   - nameServers: The DNS servers in the order in which they are asked.
    ///   - version: The version of the product.
    package init(
        link: LinkMode,
        egress: EgressPolicy,
        authorities: String? = nil,
        proxy: String? = nil,
        nameServers: [String] = [],
        version: String
    ) {
        self.link = link
        self.egress = egress
        self.authorities = authorities
        self.proxy = proxy
        self.nameServers = nameServers
        self.version = version
    }
}
