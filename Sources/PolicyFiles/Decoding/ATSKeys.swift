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

    /// Older spellings and the key each of them stands for.
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
