/// The port must be open: 443, 80, or one the operator allows.
package struct PortRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.portRefusal(url.port, host: url.host).map { [$0] } ?? []
    }
}
