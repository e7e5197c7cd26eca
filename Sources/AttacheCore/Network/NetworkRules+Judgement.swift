extension NetworkRules {
    /// Everything that can be said of a URL on a network before a socket is opened, in the order the device meets it.
    ///
    /// What the link's speed means is judged after the download, by `DeviceLinkRule`.
    ///
    /// - Parameters:
    ///   - network: The receiving device's network.
    ///   - kindOfExtension: The kind that the URL's extension names, or `nil` when it names none that is known.
    ///   - hasExtension: Whether the URL's path ends with an extension at all.
    /// - Returns: The reasons to refuse; empty when the extension downloads.
    package func refusals(on network: Network, kindOfExtension: MediaKind?, hasExtension: Bool) -> [Reason] {
        [
            OfflineRule.refusal(on: network),
            LowDataRule.refusal(on: network, under: self),
            CellularRule.refusal(
                on: network,
                under: self,
                kindOfExtension: kindOfExtension,
                hasExtension: hasExtension
            ),
        ].compactMap(\.self)
    }
}
