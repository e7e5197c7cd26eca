/// One question about a request that is answered without a socket.
package protocol RequestRule: Sendable {
    /// Judges a URL.
    ///
    /// - Parameters:
    ///   - url: A well-formed URL.
    ///   - context: What it is judged by.
    /// - Returns: The findings, those that block and those that only note something; empty when there are none.
    func reasons(for url: MediaURL, in context: RequestContext) -> [Reason]
}

/// What a request is judged by.
package struct RequestContext: Sendable {
    /// What this machine may connect to.
    package var egress: EgressPolicy
    /// What the device's App Transport Security permits.
    package var ats: ATSEvaluator
    /// The URL that redirected here, or `nil` for the first hop.
    package var previous: MediaURL?

    /// Creates a context.
    ///
    /// - Parameters:
    ///   - egress: What this machine may connect to.
    ///   - ats: What the device's App Transport Security permits.
    ///   - previous: The URL that redirected here, or `nil` for the first hop.
    package init(egress: EgressPolicy, ats: ATSEvaluator, previous: MediaURL? = nil) {
        self.egress = egress
        self.ats = ats
        self.previous = previous
    }
}

/// The rules of a request in the order in which their findings are listed.
package enum RequestRules {
    /// What the device would refuse; its network is judged after these.
    package static let device: [any RequestRule] = [ATSInsecureHTTPRule()]

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

/// An http URL must be one that App Transport Security lets load, and never the target of an https URL's redirect unless
/// the dictionary opens http for it by name.
package struct ATSInsecureHTTPRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        guard url.scheme == .http else { return [] }
        let permission = context.ats.permitsHTTP(url.host)
        guard context.previous?.scheme == .https, case .permitted(.localDestination(let host)) = permission else {
            return permission.reasons
        }
        // That a destination is local excuses a URL that was written as http, not one that lost its protection.
        return [
            Reason(
                .atsInsecureHTTP,
                "A redirect leads from https to http, to \(host).",
                fix: "Redirect to an https URL."
            )
        ]
    }
}

/// The port must be open: 443, 80, or one the operator allows.
package struct PortRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.portRefusal(url.port, host: url.host).map { [$0] } ?? []
    }
}

/// The host must be neither denied nor, unless it is allowed, a name that only a local network answers.
package struct HostRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.hostRefusals(url.host, port: url.port)
    }
}

/// An address that stands in the URL itself must be one that may be dialled; names are judged by what they resolve to.
package struct AddressRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        guard case .address(let address) = url.host,
            let reason = context.egress.refusal(dialling: address, host: url.host, port: url.port),
            // A closed port has been listed by `PortRule`.
            reason.code != .urlPort
        else { return [] }
        return [reason]
    }
}
