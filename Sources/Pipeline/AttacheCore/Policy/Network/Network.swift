/// Network conditions of the receiving device: kind, cost and speed of its link.
package struct Network: Sendable, Equatable {
    /// Network name, such as `lte`.
    package var name: String
    package var kind: LinkKind
    /// Whether iOS treats the link as expensive, as it does for mobile networks and personal hotspots.
    package var isExpensive: Bool
    /// Whether Low Data Mode is on.
    package var isConstrained: Bool
    package var link: LinkModel

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

/// Kind of the receiving device's link.
package enum LinkKind: String, Sendable, CaseIterable {
    case wifi
    case cellular
    /// The device is offline.
    case none
}
