/// The rules of a request in the order in which their findings are listed.
package enum RequestRules {
    /// What the device would refuse; its network is judged after these.
    package static let device: [any RequestRule] = [SchemeRule(), ATSInsecureHTTPRule()]

    /// What the operator refuses.
    package static let egress: [any RequestRule] = [PortRule(), HostRule(), AddressRule()]

    /// All of them: the device's first, then the operator's.
    package static let standard: [any RequestRule] = device + egress
}

extension Sequence where Element == any RequestRule {
    /// Judges a URL by every rule, however many refuse it.
    ///
    /// - Parameters:
    ///   - url: A well-formed URL.
    ///   - context: What it is judged by.
    /// - Returns: Every finding in the order of the rules; the request is permitted when none of them blocks.
    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        var reasons: [Reason] = []
        for rule in self { reasons += rule.reasons(for: url, in: context) }
        return reasons
    }
}
