/// An `NSAppTransportSecurity` dictionary, in Apple's own terms.
package struct ATSDictionary: Sendable, Equatable {
    /// The rules of one entry of `NSExceptionDomains`.
    package struct ExceptionDomain: Sendable, Equatable {
        package var includesSubdomains = false
        package var allowsInsecureHTTPLoads = false
        package var minimumTLSVersion = TLSVersion.tls12
        package var requiresForwardSecrecy = true
        package var requiresCertificateTransparency = false

        package init() {}
    }

    /// The rules of one entry of `NSPinnedDomains`.
    package struct PinnedDomain: Sendable, Equatable {
        package var includesSubdomains = false
        /// SHA-256 digests of public keys, base64, of which an authority in the chain must have one; empty for no list.
        package var authorityKeys: [String] = []
        /// SHA-256 digests of public keys, base64, of which the leaf must have one; empty for no list.
        package var leafKeys: [String] = []

        package init() {}
    }

    /// Which release's rules hold for local and literal destinations.
    package enum Profile: String, Sendable, CaseIterable {
        case ios9 = "ios-9"
        case ios10 = "ios-10"
        case ios17 = "ios-17"
    }

    package var profile = Profile.ios17
    /// How contested rules are read.
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

    /// The same keys on another dictionary's terms.
    ///
    /// - Parameter other: The dictionary whose release and readings hold.
    /// - Returns: This dictionary's keys with the other's profile and readings.
    package func withReadings(of other: ATSDictionary) -> ATSDictionary {
        var dictionary = self
        dictionary.profile = other.profile
        dictionary.readings = other.readings
        return dictionary
    }
}
