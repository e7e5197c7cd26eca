package import AttacheCore
import CurlFetch

/// The policies of a configuration, for commands that judge payloads without the pipeline.
package struct PolicyConfiguration: Sendable {
    package let policies: PolicySet
    /// The policy of payloads that name none; `auto` selects one by the payload.
    package let policy: String
    /// The extension's own ATS dictionary, if it was given.
    package let ats: ATSDictionary?
    /// What this machine may connect to.
    package let egress: EgressPolicy
    package let canonicalizer: any HostCanonicalizing
    /// Warnings about the files, one sentence each.
    package let warnings: [String]

    /// Checks a configuration; throws every problem.
    package init(_ configuration: AttacheConfiguration) throws(ConfigurationError) {
        let resolved = try ResolvedConfiguration(configuration)
        policies = resolved.policies
        policy = resolved.policy
        ats = resolved.ats
        egress = resolved.egress
        canonicalizer = LibIDN2()
        warnings = resolved.warnings
    }
}
