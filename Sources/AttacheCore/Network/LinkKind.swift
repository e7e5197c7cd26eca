/// What the receiving device's network is made of.
package enum LinkKind: String, Sendable, CaseIterable {
    /// Wi-Fi.
    case wifi
    /// A mobile network.
    case cellular
    /// The device is offline.
    case none
}
