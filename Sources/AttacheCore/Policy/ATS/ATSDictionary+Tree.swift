extension ATSDictionary {
    /// The dictionary as it would stand in an Info.plist: what differs from the defaults, hosts sorted.
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

    /// The key and the value as XML, to be pasted into the root of an Info.plist.
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
