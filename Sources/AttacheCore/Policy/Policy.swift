/// How one receiving app behaves: where its payload names media, how it chooses the file's extension, what it accepts.
package struct Policy: Sendable, Equatable {
    /// The `order` of a policy that names none.
    package static let defaultOrder = 500

    /// The name it is chosen by, such as `hive`.
    package var name: String
    /// Its place among the policies that `auto` looks at, 0 to 1000: where two match a payload, the lower one wins.
    package var order: Int
    /// One sentence for `policy list`.
    package var summary: String
    /// Where its rules are documented.
    package var sources: [String]
    /// Where the payload names media, and what it needs besides.
    package var payload: PayloadRules
    /// How the file's extension is chosen, tried in order.
    package var extensionStrategies: [ExtensionStrategy]
    /// What is accepted, by kind; a kind that is absent is refused.
    package var types: [MediaKind: TypeRule]
    /// What the extension does on cellular and constrained networks.
    package var network: NetworkRules
    /// How the extension downloads.
    package var fetch: FetchRules
    /// The extension's `NSAppTransportSecurity` dictionary.
    package var ats: ATSDictionary
    /// The rules about media and other keys that only warn.
    package var lints: [LintRule]

    package init(
        name: String,
        order: Int = Policy.defaultOrder,
        summary: String = "",
        sources: [String] = [],
        payload: PayloadRules = PayloadRules(),
        extensionStrategies: [ExtensionStrategy] = [.urlPath, .bytes],
        types: [MediaKind: TypeRule] = [:],
        network: NetworkRules = NetworkRules(),
        fetch: FetchRules = FetchRules(),
        ats: ATSDictionary = ATSDictionary(),
        lints: [LintRule] = []
    ) {
        self.name = name
        self.order = order
        self.summary = summary
        self.sources = sources
        self.payload = payload
        self.extensionStrategies = extensionStrategies
        self.types = types
        self.network = network
        self.fetch = fetch
        self.ats = ats
        self.lints = lints
    }
}
