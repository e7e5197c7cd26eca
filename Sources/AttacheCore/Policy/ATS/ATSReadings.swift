/// Rules on which Apple's texts differ from each other or from Apple's code, and the reading that is followed.
///
/// "Apple's code" is the open-source Security framework, `SecProtocolConfiguration.m`, which iOS links for these
/// decisions. Each default is what that code does.
package struct ATSReadings: Sendable, Equatable {
    /// How far below a host `NSIncludesSubdomains` reaches.
    package enum Subdomains: String, Sendable, CaseIterable {
        /// Every name below it: what Apple's code does.
        case everyLevel = "every-level"
        /// One additional label: what Apple's page on the key says.
        case oneLabel = "one-label"
    }

    /// Which cipher suites of TLS 1.2 and older a device offers.
    package enum CipherSuites: String, Sendable, CaseIterable {
        /// The list in Apple's code.
        case system
        /// The list of 2016 in the Information Property List Key Reference.
        case documented
    }

    /// Whether local literal addresses need `NSAllowsLocalNetworking` from iOS 17 on: the key's page says that every
    /// address does, release notes and code say that external ones do.
    package var localAddressesNeedKey = false
    /// Whether `NSAllowsLocalNetworking` switches `NSAllowsArbitraryLoads` off even when it is NO: Apple's code and the
    /// parent page say so, the older key reference says only YES does.
    package var localNetworkingNoEndsArbitraryLoads = true
    /// How far below a host `NSIncludesSubdomains` reaches.
    package var subdomains = Subdomains.everyLevel
    /// Which cipher suites count.
    package var cipherSuites = CipherSuites.system

    /// Apple's code in every point.
    package init() {}
}
