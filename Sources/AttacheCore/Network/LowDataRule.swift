/// An extension that respects Low Data Mode downloads nothing while it is on.
///
/// Only where the policy says so: by itself iOS loads all the same, and a session that does not allow constrained
/// networks gets `NSURLErrorNotConnectedToInternet` (-1009).
package enum LowDataRule {
    /// Judges the network.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - rules: What the extension does on networks that cost.
    /// - Returns: `network.low-data`, or `nil` when the extension downloads.
    package static func refusal(on network: Network, under rules: NetworkRules) -> Reason? {
        guard network.isConstrained, rules.lowData == .skip else { return nil }
        return Reason(
            .networkLowData,
            "Low Data Mode is on, and this extension does not download while it is."
        )
    }
}
