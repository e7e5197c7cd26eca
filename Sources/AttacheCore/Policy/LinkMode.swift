/// What is done with the receiving network's speed.
package enum LinkMode: Sendable {
    /// The device's time is computed from the measured transfer.
    case model
    /// The real transfer is slowed to the network's speed.
    case throttle
    /// The network's speed plays no part.
    case off
}
