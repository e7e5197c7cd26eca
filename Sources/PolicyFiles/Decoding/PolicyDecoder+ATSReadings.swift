import AttacheCore

extension PolicyDecoder {
    /// The keys of `ats-rules`.
    private static let readingKeys = [
        "local-addresses-need-key", "local-networking-no-ends-arbitrary-loads", "subdomains", "cipher-suites",
    ]

    /// Reads `ats-rules`: how the rules are read on which Apple's own texts differ.
    mutating func decodeReadings(_ field: YAMLField, into readings: inout ATSReadings) {
        let fields = fields(of: field, known: Self.readingKeys)
        if let field = fields["local-addresses-need-key"], let value = boolean(field) {
            readings.localAddressesNeedKey = value
        }
        if let field = fields["local-networking-no-ends-arbitrary-loads"], let value = boolean(field) {
            readings.localNetworkingNoEndsArbitraryLoads = value
        }
        if let field = fields["subdomains"], let value = choice(field, of: ATSReadings.Subdomains.self) {
            readings.subdomains = value
        }
        if let field = fields["cipher-suites"], let value = choice(field, of: ATSReadings.CipherSuites.self) {
            readings.cipherSuites = value
        }
    }
}
