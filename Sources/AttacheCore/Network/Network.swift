/// The conditions of the receiving device: what its link is made of, what it costs and how fast it is.
package struct Network: Sendable, Equatable {
    /// The name it is chosen by, such as `lte`.
    package var name: String
    /// What the link is made of.
    package var kind: LinkKind
    /// Whether iOS calls the link expensive, as it does for mobile networks and personal hotspots.
    package var isExpensive: Bool
    /// Whether Low Data Mode is on.
    package var isConstrained: Bool
    /// How fast the link is.
    package var link: LinkModel

    /// Creates a network.
    ///
    /// - Parameters:
    ///   - name: The name it is chosen by.
    ///   - kind: What the link is made of.
    ///   - isExpensive: Whether iOS calls the link expensive.
    ///   - isConstrained: Whether Low Data Mode is on.
    ///   - link: How fast the link is.
    package init(
        name: String,
        kind: LinkKind,
        isExpensive: Bool = false,
        isConstrained: Bool = false,
        link: LinkModel
    ) {
        self.name = name
        self.kind = kind
        self.isExpensive = isExpensive
        self.isConstrained = isConstrained
        self.link = link
    }
}
