import AttacheThreads

/// The fingerprints of a run's terms, each of them computed once.
///
/// Within a run a policy's name and a network's name stand for their content, so that they find what was computed.
package final class ContextFingerprinter: Sendable {
    private struct Names: Hashable {
        let policy: String
        let network: String
    }

    private let facts: FingerprintInputs
    private let digester: any ContentDigesting
    private let known = Locked<[Names: ContextFingerprint]>([:])

    /// Prepares fingerprints.
    ///
    /// - Parameters:
    ///   - facts: What stays the same for the whole run.
    ///   - digester: Hashes the facts.
    package init(facts: FingerprintInputs, digester: any ContentDigesting) {
        self.facts = facts
        self.digester = digester
    }

    /// The fingerprint of terms.
    ///
    /// - Parameters:
    ///   - policy: How the receiving app behaves, its ATS dictionary replaced where that was asked for.
    ///   - network: The receiving device's network.
    /// - Returns: The fingerprint.
    package func fingerprint(of policy: Policy, on network: Network) -> ContextFingerprint {
        let names = Names(policy: policy.name, network: network.name)
        if let fingerprint = known.withLock({ $0[names] }) { return fingerprint }
        let fingerprint = ContextFingerprint(text: digester.digest(of: encode(policy, network)))
        known.withLock { $0[names] = fingerprint }
        return fingerprint
    }

    private func encode(_ policy: Policy, _ network: Network) -> [UInt8] {
        var writer = JSONWriter(capacity: 2048)
        writer.beginObject()
        writer.field("version", facts.version)
        writer.key("policy")
        PolicyFingerprint.write(policy, .media, to: &writer)
        writer.key("network")
        NetworkFingerprint.write(network, to: &writer)
        writer.field("link", "\(facts.link)")
        writer.key("egress")
        EgressPolicyFingerprint.write(facts.egress, to: &writer)
        writer.field("authorities", facts.authorities)
        writer.field("proxy", facts.proxy)
        writer.field("name-servers", facts.nameServers)
        writer.endObject()
        return writer.bytes
    }
}
