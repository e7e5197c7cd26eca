import AttacheCore

/// The keys of an `NSAppTransportSecurity` dictionary, as Apple documents them, and of the choices where Apple's own texts
/// differ.
///
/// https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity
enum ATSKeys {
    private static let global: [FieldKey<ATSDictionary>] = [
        FieldKey("NSAllowsArbitraryLoads", optional: \.allowsArbitraryLoads, .boolean),
        FieldKey("NSAllowsArbitraryLoadsForMedia", optional: \.allowsArbitraryLoadsForMedia, .boolean),
        FieldKey("NSAllowsArbitraryLoadsInWebContent", optional: \.allowsArbitraryLoadsInWebContent, .boolean),
        FieldKey("NSAllowsLocalNetworking", optional: \.allowsLocalNetworking, .boolean),
        hosts("NSExceptionDomains", \.exceptionDomains, exception, new: .init()),
        hosts("NSPinnedDomains", \.pinnedDomains, pinned, new: .init()) { reader, field, domain in
            if domain.authorityKeys.isEmpty, domain.leafKeys.isEmpty {
                let fix = "add NSPinnedCAIdentities or NSPinnedLeafIdentities"
                reader.report(field, at: .key, "nothing is pinned", fix: fix, severity: .warning)
            }
        },
    ]

    private static let exception: [FieldKey<ATSDictionary.ExceptionDomain>] = [
        FieldKey("NSIncludesSubdomains", \.includesSubdomains, .boolean),
        FieldKey("NSExceptionAllowsInsecureHTTPLoads", \.allowsInsecureHTTPLoads, .boolean),
        FieldKey("NSExceptionMinimumTLSVersion", \.minimumTLSVersion, .word),
        FieldKey("NSExceptionRequiresForwardSecrecy", \.requiresForwardSecrecy, .boolean),
        FieldKey("NSRequiresCertificateTransparency", \.requiresCertificateTransparency, .boolean),
    ]

    private static let pinned: [FieldKey<ATSDictionary.PinnedDomain>] = [
        FieldKey("NSIncludesSubdomains", \.includesSubdomains, .boolean),
        FieldKey("NSPinnedCAIdentities", \.authorityKeys, identities),
        FieldKey("NSPinnedLeafIdentities", \.leafKeys, identities),
    ]

    /// Older spellings and their current keys.
    ///
    /// `NSThirdParty…` was documented for iOS 9, `NSTemporary…` was used in its betas, and `…InMedia` in the first text
    /// about iOS 10.
    private static let modernNames = [
        "NSAllowsArbitraryLoadsInMedia": "NSAllowsArbitraryLoadsForMedia",
        "NSThirdPartyExceptionAllowsInsecureHTTPLoads": "NSExceptionAllowsInsecureHTTPLoads",
        "NSThirdPartyExceptionMinimumTLSVersion": "NSExceptionMinimumTLSVersion",
        "NSThirdPartyExceptionRequiresForwardSecrecy": "NSExceptionRequiresForwardSecrecy",
        "NSTemporaryExceptionAllowsInsecureHTTPLoads": "NSExceptionAllowsInsecureHTTPLoads",
        "NSTemporaryExceptionMinimumTLSVersion": "NSExceptionMinimumTLSVersion",
        "NSTemporaryExceptionRequiresForwardSecrecy": "NSExceptionRequiresForwardSecrecy",
    ]

    static let readings: [FieldKey<ATSReadings>] = [
        FieldKey("local-addresses-need-key", \.localAddressesNeedKey, .boolean),
        FieldKey("local-networking-no-ends-arbitrary-loads", \.localNetworkingNoEndsArbitraryLoads, .boolean),
        FieldKey("subdomains", \.subdomains, .word),
        FieldKey("cipher-suites", \.cipherSuites, .word),
    ]

    /// The JSON Schema of the dictionary, which may have other keys too.
    static func schema(_ writer: inout SchemaWriter) -> MarkedValue {
        writer.named("ats") { $0.object(global, isOpen: true) }
    }

    /// Reads the dictionary of a policy file or an Info.plist on top of another one.
    static func read(_ reader: inout FieldReader, _ field: Field, into ats: inout ATSDictionary) {
        let fields = fields(&reader, field, known: global.map(\.name), prefix: "", unknown: &ats.unknownKeys)
        reader.read(fields, global, into: &ats)
    }

    /// Returns the fields of a dictionary under the current names of its keys; a current name overrides an older one.
    ///
    /// An unknown key has no effect on a device, so it is kept, with a warning rather than an error.
    private static func fields(
        _ reader: inout FieldReader,
        _ field: Field,
        known: [String],
        prefix: String,
        unknown: inout [String]
    ) -> Fields {
        var fields: [(key: String, field: Field)] = []
        for (key, inner) in reader.entries(of: field) ?? [] {
            if known.contains(key) {
                fields.removeAll { $0.key == key }
                fields.append((key, inner))
            } else if let modern = modernNames[key], known.contains(modern) {
                if !fields.contains(where: { $0.key == modern }) { fields.append((modern, inner)) }
            } else {
                if !unknown.contains(prefix + key) { unknown.append(prefix + key) }
                reader.report(
                    inner,
                    at: .key,
                    "iOS ignores this unknown key",
                    fix: FieldReader.advice(for: key, among: known),
                    severity: .warning
                )
            }
        }
        return Fields(field: field, all: fields)
    }

    /// The key of a dictionary whose keys are hosts.
    private static func hosts<Domain: Sendable>(
        _ name: String,
        _ domains: any WritableKeyPath<ATSDictionary, [String: Domain]> & Sendable,
        _ keys: [FieldKey<Domain>],
        new: Domain,
        check: @escaping @Sendable (inout FieldReader, Field, Domain) -> Void = { _, _, _ in }
    ) -> FieldKey<ATSDictionary> {
        let schema: @Sendable (inout SchemaWriter) -> MarkedValue = {
            ["type": "object", "additionalProperties": $0.object(keys, isOpen: true)]
        }
        return FieldKey(name, schema: schema) { reader, field, ats in
            for (host, field) in reader.entries(of: field) ?? [] {
                checkHost(&reader, field, host)
                let prefix = "\(name).\(host)."
                let known = keys.map(\.name)
                let fields = fields(&reader, field, known: known, prefix: prefix, unknown: &ats.unknownKeys)
                var domain = ats[keyPath: domains][host] ?? new
                reader.read(fields, keys, into: &domain)
                check(&reader, field, domain)
                ats[keyPath: domains][host] = domain
            }
        }
    }

    private static func checkHost(_ reader: inout FieldReader, _ field: Field, _ host: String) {
        var advice: String?
        if host.contains("*") {
            advice = "write the name without the wildcard, and NSIncludesSubdomains: true"
        } else if host.contains("://") {
            advice = "write the host alone"
        } else if host.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1 {
            advice = "write the host without the port"
        } else if host != host.lowercased() {
            advice = "write it in lower case"
        }
        guard let advice else { return }
        reader.report(field, at: .key, "iOS never matches this host", fix: advice, severity: .warning)
    }

    private static let identities = FieldKind<[String]>.list(of: .mapping(identity, from: "")).named("identities")
        .checked { _, _, keys in keys.filter { !$0.isEmpty } }

    private static let identity: [FieldKey<String>] = [
        FieldKey("SPKI-SHA256-BASE64", \.self, digest)
    ]

    private static let digest = FieldKind<String>(
        schema: { _ in ["type": "string", "pattern": "^[A-Za-z0-9+/]{43}=$"] },
        read: { reader, field in
            guard let key = reader.text(field) else { return nil }
            // 32 bytes are 43 letters of base64 and one padding character.
            let isBase64 = key.utf8.dropLast().allSatisfy { byte in
                byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/") || byte.isLowerCaseOrDigit
                    || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            }
            if key.utf8.count == 44, key.hasSuffix("="), isBase64 { return key }
            let fix = "write 44 characters, the last one ="
            reader.report(field, "it is not a SHA-256 digest in base64", fix: fix)
            return nil
        }
    )
}
