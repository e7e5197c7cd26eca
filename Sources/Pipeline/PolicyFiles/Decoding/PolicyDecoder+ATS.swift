import AttacheCore

extension PolicyDecoder {
    /// Reads an `NSAppTransportSecurity` dictionary of a policy file or an Info.plist.
    ///
    /// An unknown key has no effect on a device, so it is kept with a warning rather than an error.
    mutating func decodeATS(_ field: YAMLField, into ats: inout ATSDictionary) {
        let fields = atsFields(of: field, known: ATSKeys.global, prefix: "", unknown: &ats.unknownKeys)
        let flags: [(String, WritableKeyPath<ATSDictionary, Bool?>)] = [
            ("NSAllowsArbitraryLoads", \.allowsArbitraryLoads),
            ("NSAllowsArbitraryLoadsForMedia", \.allowsArbitraryLoadsForMedia),
            ("NSAllowsArbitraryLoadsInWebContent", \.allowsArbitraryLoadsInWebContent),
            ("NSAllowsLocalNetworking", \.allowsLocalNetworking),
        ]
        for (key, property) in flags {
            if let field = fields[key], let value = boolean(field) { ats[keyPath: property] = value }
        }
        if let field = fields["NSExceptionDomains"] {
            for (host, field) in entries(of: field) {
                checkHost(host, field)
                var domain = ats.exceptionDomains[host] ?? ATSDictionary.ExceptionDomain()
                decodeException(field, host: host, into: &domain, unknown: &ats.unknownKeys)
                ats.exceptionDomains[host] = domain
            }
        }
        if let field = fields["NSPinnedDomains"] {
            for (host, field) in entries(of: field) {
                checkHost(host, field)
                var domain = ats.pinnedDomains[host] ?? ATSDictionary.PinnedDomain()
                decodePins(field, host: host, into: &domain, unknown: &ats.unknownKeys)
                ats.pinnedDomains[host] = domain
            }
        }
    }

    private mutating func decodeException(
        _ field: YAMLField,
        host: String,
        into domain: inout ATSDictionary.ExceptionDomain,
        unknown: inout [String]
    ) {
        let prefix = "NSExceptionDomains.\(host)."
        let fields = atsFields(of: field, known: ATSKeys.exception, prefix: prefix, unknown: &unknown)
        let flags: [(String, WritableKeyPath<ATSDictionary.ExceptionDomain, Bool>)] = [
            ("NSIncludesSubdomains", \.includesSubdomains),
            ("NSExceptionAllowsInsecureHTTPLoads", \.allowsInsecureHTTPLoads),
            ("NSExceptionRequiresForwardSecrecy", \.requiresForwardSecrecy),
            ("NSRequiresCertificateTransparency", \.requiresCertificateTransparency),
        ]
        for (key, property) in flags {
            if let field = fields[key], let value = boolean(field) { domain[keyPath: property] = value }
        }
        if let field = fields["NSExceptionMinimumTLSVersion"], let version = choice(field, of: TLSVersion.self) {
            domain.minimumTLSVersion = version
        }
    }

    private mutating func decodePins(
        _ field: YAMLField,
        host: String,
        into domain: inout ATSDictionary.PinnedDomain,
        unknown: inout [String]
    ) {
        let prefix = "NSPinnedDomains.\(host)."
        let fields = atsFields(of: field, known: ATSKeys.pinned, prefix: prefix, unknown: &unknown)
        if let field = fields["NSIncludesSubdomains"], let value = boolean(field) { domain.includesSubdomains = value }
        if let field = fields["NSPinnedCAIdentities"], let keys = decodeIdentities(field) {
            domain.authorityKeys = keys
        }
        if let field = fields["NSPinnedLeafIdentities"], let keys = decodeIdentities(field) { domain.leafKeys = keys }
        if domain.authorityKeys.isEmpty, domain.leafKeys.isEmpty {
            let fix = "add NSPinnedCAIdentities or NSPinnedLeafIdentities"
            report(field, mark: field.mark, "nothing is pinned", fix: fix, severity: .warning)
        }
    }

    private mutating func decodeIdentities(_ field: YAMLField) -> [String]? {
        guard let elements = list(field) else { return nil }
        return elements.compactMap { element in
            let fields = fields(of: element, known: ATSKeys.identity)
            guard let field = fields["SPKI-SHA256-BASE64"], let key = text(field) else { return nil }
            // 32 bytes are 43 letters of base64 and one padding character.
            let letters = key.utf8.dropLast()
            let isBase64 = letters.allSatisfy {
                $0 == 0x2B || $0 == 0x2F || Character(Unicode.Scalar($0)).isLetterOrDigit
            }
            if key.utf8.count == 44, key.hasSuffix("="), isBase64 { return key }
            report(field, "it is not a SHA-256 digest in base64", fix: "write 44 characters, the last one =")
            return nil
        }
    }

    /// Returns the fields of a dictionary under the current names of its keys; a current name overrides an older one.
    private mutating func atsFields(
        of field: YAMLField,
        known: [String],
        prefix: String,
        unknown: inout [String]
    ) -> [String: YAMLField] {
        var fields: [String: YAMLField] = [:]
        for (key, field) in entries(of: field) {
            if known.contains(key) {
                fields[key] = field
            } else if let modern = ATSKeys.modernNames[key], known.contains(modern) {
                if fields[modern] == nil { fields[modern] = field }
            } else {
                if !unknown.contains(prefix + key) { unknown.append(prefix + key) }
                let fix = Self.advice(for: key, among: known)
                report(field, mark: field.mark, "iOS ignores this unknown key", fix: fix, severity: .warning)
            }
        }
        return fields
    }

    private mutating func checkHost(_ host: String, _ field: YAMLField) {
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
        report(field, mark: field.mark, "iOS never matches this host", fix: advice, severity: .warning)
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isASCII && (isLetter || isNumber) }
}

extension PolicyDecoder {
    private static let readingKeys = [
        "local-addresses-need-key", "local-networking-no-ends-arbitrary-loads", "subdomains", "cipher-suites",
    ]

    /// Reads `ats-rules`: the choices where Apple's own texts differ.
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

/// The keys of an `NSAppTransportSecurity` dictionary, as Apple documents them.
///
/// https://developer.apple.com/documentation/bundleresources/information-property-list/nsapptransportsecurity
enum ATSKeys {
    static let global = [
        "NSAllowsArbitraryLoads", "NSAllowsArbitraryLoadsForMedia", "NSAllowsArbitraryLoadsInWebContent",
        "NSAllowsLocalNetworking", "NSExceptionDomains", "NSPinnedDomains",
    ]
    static let exception = [
        "NSIncludesSubdomains", "NSExceptionAllowsInsecureHTTPLoads", "NSExceptionMinimumTLSVersion",
        "NSExceptionRequiresForwardSecrecy", "NSRequiresCertificateTransparency",
    ]
    static let pinned = ["NSIncludesSubdomains", "NSPinnedCAIdentities", "NSPinnedLeafIdentities"]
    static let identity = ["SPKI-SHA256-BASE64"]

    /// Older spellings and their current keys.
    ///
    /// `NSThirdParty…` was documented for iOS 9, `NSTemporary…` was used in its betas, and `…InMedia` in the first text
    /// about iOS 10.
    static let modernNames = [
        "NSAllowsArbitraryLoadsInMedia": "NSAllowsArbitraryLoadsForMedia",
        "NSThirdPartyExceptionAllowsInsecureHTTPLoads": "NSExceptionAllowsInsecureHTTPLoads",
        "NSThirdPartyExceptionMinimumTLSVersion": "NSExceptionMinimumTLSVersion",
        "NSThirdPartyExceptionRequiresForwardSecrecy": "NSExceptionRequiresForwardSecrecy",
        "NSTemporaryExceptionAllowsInsecureHTTPLoads": "NSExceptionAllowsInsecureHTTPLoads",
        "NSTemporaryExceptionMinimumTLSVersion": "NSExceptionMinimumTLSVersion",
        "NSTemporaryExceptionRequiresForwardSecrecy": "NSExceptionRequiresForwardSecrecy",
    ]
}
