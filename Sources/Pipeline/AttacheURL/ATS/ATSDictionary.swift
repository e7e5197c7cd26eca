/// An `NSAppTransportSecurity` dictionary, in Apple's terms.
package struct ATSDictionary: Sendable, Equatable {
    /// One entry of `NSExceptionDomains`.
    package struct ExceptionDomain: Sendable, Equatable {
        package var includesSubdomains = false
        package var allowsInsecureHTTPLoads = false
        package var minimumTLSVersion = TLSVersion.tls12
        package var requiresForwardSecrecy = true
        package var requiresCertificateTransparency = false

        package init() {}
    }

    /// One entry of `NSPinnedDomains`.
    package struct PinnedDomain: Sendable, Equatable {
        package var includesSubdomains = false
        /// SHA-256 digests of public keys, base64; an authority of the chain must have one of them. Empty for no list.
        package var authorityKeys: [String] = []
        /// SHA-256 digests of public keys, base64; the leaf must have one of them. Empty for no list.
        package var leafKeys: [String] = []

        package init() {}
    }

    /// The iOS release whose rules apply to local and literal destinations.
    package enum Profile: String, Sendable, CaseIterable {
        case ios9 = "ios-9"
        case ios10 = "ios-10"
        case ios17 = "ios-17"
    }

    package var profile = Profile.ios17
    /// Choices between contradictory sources.
    package var readings = ATSReadings()
    /// `nil` where the key is absent, which differs from `false` for the global keys.
    package var allowsArbitraryLoads: Bool?
    package var allowsArbitraryLoadsForMedia: Bool?
    package var allowsArbitraryLoadsInWebContent: Bool?
    package var allowsLocalNetworking: Bool?
    /// By host name, IP address or CIDR block, as written in the dictionary.
    package var exceptionDomains: [String: ExceptionDomain] = [:]
    /// By host name.
    package var pinnedDomains: [String: PinnedDomain] = [:]
    /// Keys that Apple does not define, as dotted paths.
    package var unknownKeys: [String] = []

    package init() {}

    /// Returns this dictionary's keys with the profile and readings of another dictionary.
    package func withReadings(of other: ATSDictionary) -> ATSDictionary {
        var dictionary = self
        dictionary.profile = other.profile
        dictionary.readings = other.readings
        return dictionary
    }

    /// The warning about keys that have no effect, if there are any.
    package var reasons: [Reason] {
        guard !unknownKeys.isEmpty else { return [] }
        return [
            Reason(
                .atsUnknownKey,
                "The ATS dictionary has keys that iOS ignores: \(unknownKeys.joined(separator: ", ")).",
                fix: "Remove them, or correct their spelling."
            )
        ]
    }

    /// The dictionary as in an Info.plist: values that differ from the defaults, hosts sorted.
    package var tree: PropertyTree {
        var entries: [PropertyTree.Entry] = []
        let flags = [
            ("NSAllowsArbitraryLoads", allowsArbitraryLoads),
            ("NSAllowsArbitraryLoadsForMedia", allowsArbitraryLoadsForMedia),
            ("NSAllowsArbitraryLoadsInWebContent", allowsArbitraryLoadsInWebContent),
            ("NSAllowsLocalNetworking", allowsLocalNetworking),
        ]
        for case (let key, let value?) in flags { entries.append(.init(key: key, value: .flag(value))) }
        if !exceptionDomains.isEmpty {
            let hosts = exceptionDomains.sorted { $0.key < $1.key }
            let domains = hosts.map { PropertyTree.Entry(key: $0.key, value: $0.value.tree) }
            entries.append(.init(key: "NSExceptionDomains", value: .dictionary(domains)))
        }
        if !pinnedDomains.isEmpty {
            let hosts = pinnedDomains.sorted { $0.key < $1.key }
            let domains = hosts.map { PropertyTree.Entry(key: $0.key, value: $0.value.tree) }
            entries.append(.init(key: "NSPinnedDomains", value: .dictionary(domains)))
        }
        return .dictionary(entries)
    }

    /// The key and its value as XML for the root of an Info.plist.
    package var propertyList: String { "<key>NSAppTransportSecurity</key>\n" + tree.propertyList() }
}

extension ATSDictionary.ExceptionDomain {
    fileprivate var tree: PropertyTree {
        var entries: [PropertyTree.Entry] = []
        if includesSubdomains { entries.append(.init(key: "NSIncludesSubdomains", value: .flag(true))) }
        if allowsInsecureHTTPLoads {
            entries.append(.init(key: "NSExceptionAllowsInsecureHTTPLoads", value: .flag(true)))
        }
        if minimumTLSVersion != .tls12 {
            entries.append(.init(key: "NSExceptionMinimumTLSVersion", value: .text(minimumTLSVersion.rawValue)))
        }
        if !requiresForwardSecrecy {
            entries.append(.init(key: "NSExceptionRequiresForwardSecrecy", value: .flag(false)))
        }
        if requiresCertificateTransparency {
            entries.append(.init(key: "NSRequiresCertificateTransparency", value: .flag(true)))
        }
        return .dictionary(entries)
    }
}

extension ATSDictionary.PinnedDomain {
    fileprivate var tree: PropertyTree {
        var entries: [PropertyTree.Entry] = []
        if includesSubdomains { entries.append(.init(key: "NSIncludesSubdomains", value: .flag(true))) }
        for (key, pins) in [("NSPinnedCAIdentities", authorityKeys), ("NSPinnedLeafIdentities", leafKeys)]
        where !pins.isEmpty {
            let identities = pins.map { pin in
                PropertyTree.dictionary([.init(key: "SPKI-SHA256-BASE64", value: .text(pin))])
            }
            entries.append(.init(key: key, value: .list(identities)))
        }
        return .dictionary(entries)
    }
}

/// Choices where Apple's texts contradict each other or Apple's code.
///
/// "Apple's code" is the open-source Security framework, `SecProtocolConfiguration.m`, which iOS links for these
/// decisions. Each default follows that code.
package struct ATSReadings: Sendable, Equatable {
    /// Depth of `NSIncludesSubdomains`.
    package enum Subdomains: String, Sendable, CaseIterable {
        /// Every name below the host, as in Apple's code.
        case everyLevel = "every-level"
        /// One additional label, as on Apple's page on the key.
        case oneLabel = "one-label"
    }

    /// Cipher suites of TLS 1.2 and older that a device offers.
    package enum CipherSuites: String, Sendable, CaseIterable {
        /// The list in Apple's code.
        case system
        /// The list of 2016 in the Information Property List Key Reference.
        case documented
    }

    /// Whether local literal addresses need `NSAllowsLocalNetworking` from iOS 17 on: the key's page requires it for
    /// every address, release notes and code for external ones only.
    package var localAddressesNeedKey = false
    /// Whether `NSAllowsLocalNetworking` switches `NSAllowsArbitraryLoads` off even when it is NO, as in Apple's code
    /// and on the parent page; in the older key reference only YES does.
    package var localNetworkingNoEndsArbitraryLoads = true
    package var subdomains = Subdomains.everyLevel
    package var cipherSuites = CipherSuites.system
}

/// A property list value.
package indirect enum PropertyTree: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let key: String
        package let value: PropertyTree
    }

    case flag(Bool)
    case text(String)
    case list([PropertyTree])
    case dictionary([Entry])

    /// Returns the value as XML, indented by `depth` levels, without a trailing line break.
    package func propertyList(depth: Int = 0) -> String {
        let indent = String(repeating: "    ", count: depth)
        switch self {
        case .flag(let value): return indent + (value ? "<true/>" : "<false/>")
        case .text(let text): return indent + "<string>\(XMLText.escaping(text))</string>"
        case .list(let elements) where elements.isEmpty: return indent + "<array/>"
        case .list(let elements):
            let lines = elements.map { $0.propertyList(depth: depth + 1) }
            return ([indent + "<array>"] + lines + [indent + "</array>"]).joined(separator: "\n")
        case .dictionary(let entries) where entries.isEmpty: return indent + "<dict/>"
        case .dictionary(let entries):
            let lines = entries.flatMap { entry in
                [indent + "    <key>\(XMLText.escaping(entry.key))</key>", entry.value.propertyList(depth: depth + 1)]
            }
            return ([indent + "<dict>"] + lines + [indent + "</dict>"]).joined(separator: "\n")
        }
    }

    package func write(to writer: inout JSONWriter) {
        switch self {
        case .flag(let value): writer.boolean(value)
        case .text(let text): writer.string(text)
        case .list(let elements):
            writer.beginArray()
            for element in elements { element.write(to: &writer) }
            writer.endArray()
        case .dictionary(let entries):
            writer.beginObject()
            for entry in entries {
                writer.key(entry.key)
                entry.value.write(to: &writer)
            }
            writer.endObject()
        }
    }
}
