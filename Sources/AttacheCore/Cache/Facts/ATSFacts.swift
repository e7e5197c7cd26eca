/// Writes what an ATS dictionary says and how it is read, for fingerprints.
package enum ATSFacts {
    /// Writes a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary.
    ///   - writer: Where a value is due.
    package static func write(_ dictionary: ATSDictionary, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.fact("profile", dictionary.profile.rawValue)
        writer.fact("local-addresses-need-key", dictionary.readings.localAddressesNeedKey)
        writer.fact(
            "local-networking-no-ends-arbitrary-loads",
            dictionary.readings.localNetworkingNoEndsArbitraryLoads
        )
        writer.fact("subdomains", dictionary.readings.subdomains.rawValue)
        writer.fact("cipher-suites", dictionary.readings.cipherSuites.rawValue)
        writer.key("keys")
        dictionary.tree.write(to: &writer)
        writer.fact("unknown", dictionary.unknownKeys.sorted())
        writer.endObject()
    }
}
