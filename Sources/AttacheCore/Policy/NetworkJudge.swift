/// Asks what the receiving device's network and the policy's network rules say of a URL, before anything is loaded.
enum NetworkJudge {
    /// Every finding, in the order of the rules.
    static func reasons(for url: MediaURL, on network: Network, rules: NetworkRules) -> [Reason] {
        let name = url.pathExtension
        let kind = name.flatMap { MediaFormat.named(byExtension: $0) }?.kind
        return NetworkRuleList.reasons(
            network: network,
            rules: rules,
            kindOfExtension: kind,
            hasExtension: name != nil
        )
    }
}
