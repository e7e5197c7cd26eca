/// A device without a link loads nothing.
///
/// iOS gives `NSURLErrorNotConnectedToInternet` (-1009) at once, without trying.
package enum OfflineRule {
    /// Judges the network.
    ///
    /// - Parameter network: The receiving device's network.
    /// - Returns: `network.offline`, or `nil` when there is a link.
    package static func refusal(on network: Network) -> Reason? {
        guard network.kind == .none else { return nil }
        return Reason(
            .networkOffline,
            "The device is offline, so the extension cannot download anything."
        )
    }
}
