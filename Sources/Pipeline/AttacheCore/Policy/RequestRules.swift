/// A check of a request URL that needs no socket.
package protocol RequestRule: Sendable {
    /// Returns the findings for a well-formed URL, blocking ones and notes.
    func reasons(for url: MediaURL, in context: RequestContext) -> [Reason]
}

/// The context in which a request is checked.
package struct RequestContext: Sendable {
    /// Egress policy of this machine.
    package var egress: EgressPolicy
    /// App Transport Security rules of the device.
    package var ats: ATSEvaluator
    /// The URL that redirected here, or `nil` for the first hop.
    package var previous: MediaURL?
}

/// Request rules, in the order in which their findings are listed.
package enum RequestRules {
    /// Rules of the device, except those for its network, which are applied after them.
    package static let device: [any RequestRule] = [ATSInsecureHTTPRule()]

    /// Rules of the operator.
    package static let egress: [any RequestRule] = [PortRule(), HostRule(), AddressRule()]

    /// All rules, the device's before the operator's.
    package static let standard: [any RequestRule] = device + egress
}

extension Sequence where Element == any RequestRule {
    /// Applies every rule and returns all findings in their order; the request is permitted when none of them blocks.
    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        var reasons: [Reason] = []
        for rule in self { reasons += rule.reasons(for: url, in: context) }
        return reasons
    }
}

/// Requires App Transport Security to permit an http URL. A redirect from https to http is permitted only when the
/// dictionary allows http for the target.
package struct ATSInsecureHTTPRule: RequestRule {
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        guard url.scheme == .http else { return [] }
        let permission = context.ats.permitsHTTP(url.host)
        guard context.previous?.scheme == .https, case .permitted(.localDestination(let host)) = permission else {
            return permission.reasons
        }
        // A local destination permits a URL written as http, but not a downgrade from https.
        return [
            Reason(
                .atsInsecureHTTP,
                "A redirect leads from https to http, to \(host).",
                fix: "Redirect to an https URL."
            )
        ]
    }
}

/// Requires an open port: 443, 80, or one the operator allows.
package struct PortRule: RequestRule {
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.portRefusal(url.port, host: url.host).map { [$0] } ?? []
    }
}

/// Refuses denied hosts, and local names that are not allowed.
package struct HostRule: RequestRule {
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.hostRefusals(url.host, port: url.port)
    }
}

/// Checks an address literal in the URL; names are checked after the lookup.
package struct AddressRule: RequestRule {
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        guard case .address(let address) = url.host,
            let reason = context.egress.refusal(dialling: address, host: url.host, port: url.port),
            // `PortRule` reports closed ports.
            reason.code != .urlPort
        else { return [] }
        return [reason]
    }
}

/// Checks the URL of every hop by the rules in `RequestRules`.
package struct HopRules: Sendable {
    private let context: RequestContext

    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        context = RequestContext(egress: egress, ats: ats)
    }

    /// Checks a URL's scheme, host, port and literal address.
    ///
    /// - Parameters:
    ///   - url: The URL of a hop.
    ///   - previous: The URL that redirected there, or `nil` for the first hop.
    /// - Returns: Every finding, the device's before the operator's; the URL may be loaded when none blocks.
    package func judge(_ url: MediaURL, after previous: MediaURL?) -> [Reason] {
        var context = context
        context.previous = previous
        return RequestRules.standard.reasons(for: url, in: context)
    }

    /// Returns the URL that the device loads: some hosts are always loaded over https.
    package func loaded(_ url: MediaURL) -> MediaURL { context.ats.loaded(url) }

    /// Findings of the device rules.
    package func deviceReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.device.reasons(for: url, in: context)
    }

    /// Findings of the egress rules.
    func operatorReasons(_ url: MediaURL) -> [Reason] {
        RequestRules.egress.reasons(for: url, in: context)
    }
}

/// Connection checks: the egress policy for addresses, the ATS rules for the TLS session.
package struct ConnectionRules: ConnectionJudging {
    private let egress: EgressPolicy
    private let ats: ATSEvaluator

    package init(egress: EgressPolicy, ats: ATSEvaluator) {
        self.egress = egress
        self.ats = ats
    }

    package func judge(addresses: [IPAddress], for url: MediaURL) -> AddressVerdict {
        egress.judge(addresses: addresses, host: url.host, port: url.port)
    }

    package func refusal(dialling address: IPAddress, port: Int, for url: MediaURL) -> Reason? {
        egress.refusal(dialling: address, host: url.host, port: port)
    }

    package func offer(for url: MediaURL) -> TLSOffer {
        ats.demands(on: url.host).offer
    }

    package func notes(on session: TLSSession, for url: MediaURL) -> [Reason] {
        ats.notes(on: session, host: url.host)
    }

    package func refusals(of session: TLSSession, for url: MediaURL) -> [Reason] {
        ats.refusals(of: session, host: url.host)
    }
}
