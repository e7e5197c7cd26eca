/// Answers for an `NSAppTransportSecurity` dictionary what a device would permit.
///
/// Host keys are compared as written: those with upper-case letters, a port, a wildcard or a trailing full stop match
/// nothing, since hosts arrive here in lower case and without a trailing full stop. Legacy names of keys
/// (`NSThirdPartyException…`, `NSTemporaryException…`) are translated by whoever reads the dictionary.
package struct ATSEvaluator: Sendable {
    /// The dictionary that is evaluated.
    package let dictionary: ATSDictionary

    /// The exceptions for literal addresses, longest prefix first.
    private let addressExceptions: [(block: AddressBlock, rules: ATSDictionary.ExceptionDomain)]

    /// Creates an evaluator; make one per policy, not per request.
    ///
    /// - Parameter dictionary: The extension's own dictionary: that of its app does not count.
    package init(_ dictionary: ATSDictionary) {
        self.dictionary = dictionary
        // Before iOS 17 address and CIDR keys were forbidden and had no effect.
        let keys = dictionary.profile == .ios17 ? dictionary.exceptionDomains : [:]
        addressExceptions =
            keys.compactMap { key, rules in AddressBlock(parsing: key).map { (block: $0, rules: rules) } }
            .sorted { $0.block.prefixLength > $1.block.prefixLength }
    }

    /// The exception that governs a host: the host's own before one that reaches it as a subdomain, a longer prefix
    /// before a shorter one. Apple does not document that order; the most specific is assumed to win.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: Its rules, or `nil` when only the global keys apply. Rules without any key govern all the same.
    package func exception(for host: MediaHost) -> ATSDictionary.ExceptionDomain? {
        switch host {
        case .address(let address): addressExceptions.first { $0.block.contains(address) }?.rules
        case .name(let name): entry(of: dictionary.exceptionDomains, for: name, includes: \.includesSubdomains)
        }
    }

    /// The pins of a host. Pinned domains exist since iOS 14 and are names only.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: The pins, or `nil` when there are none.
    package func pins(for host: MediaHost) -> ATSDictionary.PinnedDomain? {
        guard case .name(let name) = host, dictionary.profile != .ios9 else { return nil }
        return entry(of: dictionary.pinnedDomains, for: name, includes: \.includesSubdomains)
    }

    /// Whether `NSAllowsArbitraryLoads` is on and counts.
    ///
    /// Since iOS 10 it counts as NO when one of the narrower global keys is present; whether NSAllowsLocalNetworking
    /// does that when it is NO is a matter of reading.
    package var allowsArbitraryLoads: Bool {
        guard dictionary.allowsArbitraryLoads == true else { return false }
        if dictionary.profile == .ios9 { return true }
        return dictionary.allowsArbitraryLoadsForMedia == nil && dictionary.allowsArbitraryLoadsInWebContent == nil
            && !localNetworkingEndsArbitraryLoads
    }

    private var localNetworkingEndsArbitraryLoads: Bool {
        guard let value = dictionary.allowsLocalNetworking else { return false }
        return value || dictionary.readings.localNetworkingNoEndsArbitraryLoads
    }

    /// A key's own entry, or that of the nearest name above it that includes subdomains.
    private func entry<Rules>(
        of table: [String: Rules],
        for name: String,
        includes: KeyPath<Rules, Bool>
    ) -> Rules? {
        guard !table.isEmpty else { return nil }
        if let rules = table[name] { return rules }
        var rest = name[...]
        while let stop = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: stop)...]
            // NSIncludesSubdomains has no effect on addresses: 7.192.0.2.1 is a name, and not below 192.0.2.1.
            if let rules = table[String(rest)], rules[keyPath: includes], IPAddress(parsing: rest) == nil {
                return rules
            }
            if dictionary.readings.subdomains == .oneLabel { return nil }
        }
        return nil
    }
}
