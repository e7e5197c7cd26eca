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
