/// The host must be neither denied nor, unless it is allowed, a name that only a local network answers.
package struct HostRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        context.egress.hostRefusals(url.host, port: url.port)
    }
}
