extension ATSEvaluator {
    /// Decides whether a device would load an `http` URL, and on what ground.
    ///
    /// `NSAllowsArbitraryLoadsForMedia` never helps: it covers loads by AVFoundation, not a download in an extension.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: The decision; its `reasons` speak of the host.
    package func permitsHTTP(_ host: MediaHost) -> HTTPPermission {
        // Global keys never apply to a host that has an exception of its own, even an empty one.
        if let exception = exception(for: host) {
            return exception.allowsInsecureHTTPLoads ? .permitted(.exceptionDomain) : .refused(.exceptionDomain(host))
        }
        if allowsArbitraryLoads { return .permitted(.arbitraryLoads) }
        if isLocal(host) { return .permitted(.localDestination(host)) }
        return .refused(.secureConnectionRequired(host))
    }

    /// Whether the profile's release takes a host for a local destination, to which ATS does not apply.
    ///
    /// - Parameter host: The host of the request.
    /// - Returns: Whether it is local.
    package func isLocal(_ host: MediaHost) -> Bool {
        switch (dictionary.profile, host) {
        case (.ios9, _): return false
        case (.ios10, .address): return true
        // The key is YES where it is absent: only an explicit NO closes local destinations (Apple's code).
        case (.ios17, _) where dictionary.allowsLocalNetworking == false: return false
        case (.ios17, .address(let address)):
            let needsKey = dictionary.readings.localAddressesNeedKey && dictionary.allowsLocalNetworking == nil
            return !needsKey && Self.localBlocks.contains { $0.contains(address.unmapped) }
        case (_, .name(let name)):
            return !name.utf8.contains(UInt8(ascii: ".")) || HostPattern.isSuffix("local", of: name)
        }
    }

    /// Loopback, RFC 1918 and link-local. Shared address space (100.64.0.0/10) stays closed on devices even with
    /// NSAllowsLocalNetworking, and needs an exception for its block.
    private static let localBlocks = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fe80::/10",
    ].map(AddressRegistry.block)
}
