/// Writes every known policy, for fingerprints of whole runs: an envelope may ask for any of them.
package enum PolicySetFingerprint {
    /// Writes a set of policies.
    ///
    /// - Parameters:
    ///   - policies: The policies.
    ///   - writer: Where a value is due.
    package static func write(_ policies: PolicySet, to writer: inout JSONWriter) {
        writer.beginArray()
        for policy in policies.policies { PolicyFingerprint.write(policy, .everything, to: &writer) }
        writer.endArray()
    }
}
