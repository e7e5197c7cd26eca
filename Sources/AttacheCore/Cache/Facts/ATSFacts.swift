/// Writes what an ATS dictionary says and how it is read, for fingerprints.
package enum ATSDictionaryFingerprint {
    /// Writes a dictionary.
    ///
    /// - Parameters:
    ///   - dictionary: The dictionary.
    ///   - writer: Where a value is due.
    package static func write(_ dictionary: ATSDictionary, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("profile", dictionary.profile.rawValue)
        writer.field("local-addresses-need-key", dictionary.readings.localAddressesNeedKey)
        writer.field(
            "local-networking-no-ends-arbitrary-loads",
            dictionary.readings.localNetworkingNoEndsArbitraryLoads
        )
        writer.field("subdomains", dictionary.readings.subdomains.rawValue)
        writer.field("cipher-suites", dictionary.readings.cipherSuites.rawValue)
        writer.key("keys")
        dictionary.tree.write(to: &writer)
        writer.field("unknown", dictionary.unknownKeys.sorted())
        writer.endObject()
    }
}
